// The kernel editor: CodeMirror 6 with what the page needs and nothing else. The page calls `mount` and then only the
// methods of what it returns. Lines are counted from 0, places in UTF-16 units, as everywhere in the browser.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, gutter, GutterMarker, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.comment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: "var(--code-type)" },
  { tag: [tags.number, tags.bool, tags.string, tags.character], color: "var(--code-literal)" },
  { tag: [tags.processingInstruction, tags.macroName, tags.meta], color: "var(--code-macro)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--code-size)", backgroundColor: "var(--surface)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 4px", minWidth: "24px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection) !important",
  },
  ".cm-link-gutter .cm-gutterElement": { width: "6px" },
  ".cm-link": { display: "block", width: "3px", height: "100%" },
  ".cm-lit": { backgroundColor: "var(--lit) !important" },
  ".cm-here": { boxShadow: "inset 2px 0 0 var(--cursor)", backgroundColor: "var(--here)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--rule-strong)", borderRadius: "3px" },
  ".cm-diagnostic": { padding: "4px 8px", maxWidth: "64ch", whiteSpace: "pre-wrap", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important" },
});

// Pixels between a line that is shown and the edge of the text.
const MARGIN = 4;

const setLinks = StateEffect.define();
const setLines = StateEffect.define();

class LinkMarker extends GutterMarker {
  constructor(hue) {
    super();
    this.hue = hue;
  }
  eq(other) {
    return other.hue === this.hue;
  }
  toDOM() {
    const mark = document.createElement("span");
    mark.className = "cm-link";
    mark.style.backgroundColor = `var(--link-${this.hue})`;
    return mark;
  }
}

// Link colour of each line (-1 for none), as the compiler last saw the text.
const links = StateField.define({
  create: () => [],
  update: (value, change) => change.effects.reduce((now, effect) => (effect.is(setLinks) ? effect.value : now), value),
});

// Lines that light up with something elsewhere, and lines where warps are.
const lines = StateField.define({
  create: () => Decoration.none,
  update(value, change) {
    for (const effect of change.effects) if (effect.is(setLines)) return decorate(change.state.doc, effect.value);
    return value.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(doc, { lit, here }) {
  const classes = new Map();
  for (const line of here) classes.set(line, "cm-here");
  if (lit >= 0) classes.set(lit, `${classes.get(lit) ?? ""} cm-lit`);
  const marks = [...classes].filter(([line]) => line < doc.lines).sort((a, b) => a[0] - b[0]);
  return Decoration.set(marks.map(([line, name]) => Decoration.line({ class: name }).range(doc.line(line + 1).from)));
}

const linkGutter = gutter({
  class: "cm-link-gutter",
  lineMarker(view, block) {
    const hue = view.state.field(links)[view.state.doc.lineAt(block.from).number - 1] ?? -1;
    return hue >= 0 ? new LinkMarker(hue) : null;
  },
  lineMarkerChange: (update) => update.startState.field(links) !== update.state.field(links),
});

/**
 * Puts an editor into `parent`, with the text of the file `name`. `events` has onChange(name, text), onHover(line or -1)
 * and onLine(line).
 */
export function mount(parent, name, text, label, events) {
  let told = text;
  let shown = name;
  // The files that were shown before, as they were left: each has its own undo history, caret and place.
  const left = new Map();
  let hovered = -1;
  const hover = (line) => {
    if (line !== hovered) events.onHover((hovered = line));
  };
  const lineAt = (event, view) => {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    return at === null ? -1 : view.state.doc.lineAt(at).number - 1;
  };
  const fresh = (text) =>
    EditorState.create({
      doc: text,
      extensions: [
        lintGutter(), lineNumbers(), linkGutter, links, lines, highlightSpecialChars(), history(), drawSelection(), indentOnInput(),
        bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), indentUnit.of("    "),
        syntaxHighlighting(colours), cpp(), look, EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        // Tab indents; after Escape it moves the focus: nobody gets caught in the editor.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            const now = update.state.doc.toString();
            if (now !== told) events.onChange(shown, (told = now));
          }
          if (update.selectionSet && update.view.hasFocus) {
            events.onLine(update.state.doc.lineAt(update.state.selection.main.head).number - 1);
          }
        }),
        EditorView.domEventHandlers({
          mousemove: (event, view) => hover(lineAt(event, view)),
          mouseleave: () => hover(-1),
        }),
      ],
    });
  const view = new EditorView({ parent, state: fresh(text) });
  // CodeMirror's own scrolling would move everything around the editor too, on a phone the whole page: here only the
  // area of the text is moved, once the browser has laid it out.
  const scroll = (line, target) => {
    if (line >= view.state.doc.lines) return;
    view.requestMeasure({
      key: scroll,
      read: ({ state, scrollDOM }) => (line < state.doc.lines ? target(view.lineBlockAt(state.doc.line(line + 1).from), scrollDOM) : null),
      write: (top, { scrollDOM }) => {
        if (top !== null) scrollDOM.scrollTop = top;
      },
    });
  };
  const nearest = (block, { scrollTop, clientHeight }) => {
    // Blocks are counted from below the padding.
    const above = view.documentPadding.top;
    const last = block.bottom + above + MARGIN - clientHeight;
    return Math.min(Math.max(scrollTop, last), Math.max(block.top + above - MARGIN, 0));
  };
  return {
    /** Shows the text of a file. Where it is another than the file had, the change can be undone. */
    show(name, text) {
      if (name !== shown) {
        left.set(shown, { state: view.state, top: view.scrollDOM.scrollTop });
        shown = name;
        hovered = -1;
        const { state, top } = left.get(name) ?? { state: fresh(text), top: 0 };
        left.delete(name);
        told = state.doc.toString();
        view.setState(state);
        view.requestMeasure({
          read: () => top,
          write: (top, { scrollDOM }) => {
            scrollDOM.scrollTop = top;
          },
        });
      }
      if (text === view.state.doc.toString()) return;
      told = text;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    /** Marks what the compiler says: a list of { from, to, severity, message }. */
    setDiagnostics(list) {
      const end = view.state.doc.length;
      const clip = (at) => Math.min(Math.max(at, 0), end);
      const marks = list.map((mark) => ({ ...mark, from: clip(mark.from), to: Math.max(clip(mark.to), clip(mark.from)) }));
      view.dispatch(setDiagnostics(view.state, marks));
    },
    /** Link colours by line, -1 for none. */
    setLinks(hues) {
      view.dispatch({ effects: setLinks.of(hues) });
    },
    /** The line that lights up (-1 for none) and the lines where warps are. */
    setLines(lit, here) {
      view.dispatch({ effects: setLines.of({ lit, here }) });
    },
    /** Scrolls the text so that a line shows. */
    reveal: (line) => scroll(line, nearest),
    /** Scrolls the text so that a line is the first that shows. */
    top: (line) => scroll(line, (block) => block.top),
    /** Puts the cursor at a line that the person asked for; where the page itself scrolls, brings the editor into sight. */
    goTo(line) {
      if (line >= view.state.doc.lines) return;
      view.dispatch({ selection: { anchor: view.state.doc.line(line + 1).from } });
      view.dom.scrollIntoView({ block: "nearest" });
      scroll(line, nearest);
    },
  };
}
