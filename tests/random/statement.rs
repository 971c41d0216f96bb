//! The control flow of random kernels.
//!
//! Where the whole work-group is together, a statement may keep it together (a condition that is the same for all, a loop
//! with as many turns for all, a barrier) or lead it apart; behind the construct it is together again, unless a work-item
//! may have left.

use super::{Author, Turns, Variable, vector::VECTORS};

/// Private arrays of four elements: how one is declared (`%` is a type that may be narrow), and an element of it.
const ARRAYS: &[(&str, &str)] = &[
    ("int $[4] = { @ };", "$[@]"),
    ("int $[2][2] = { { 1, @ } };", "$[(@) >> 1][(@) & 1]"),
    ("struct { int n; int v[4]; } $ = { @ };", "$.v[@]"),
    ("struct { int x, y; } $[4] = { { @ } };", "$[@].y"),
    ("union { int v[4]; % narrow[4]; } $ = { { @ } };", "$.v[@]"),
    ("union { unsigned int v[4]; % narrow[4]; } $ = { { @ } }; $.narrow[3] = 1;", "$.v[@]"),
];

impl Author {
    /// So many statements at most, and at least one.
    pub(super) fn statements(&mut self, most: u64, depth: u32) {
        for _ in 0..1 + self.rng.below(most) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.below(if depth == 0 { 8 } else { 17 }) {
            0..=2 => self.assign(),
            3 => self.store(),
            4 => self.common(),
            5 => self.leave(depth),
            6 => self.assign_uniform(),
            7 => self.again(),
            8..=10 => self.choice(depth - 1),
            11 | 12 => self.switch(depth - 1),
            13 | 14 => self.repeat(depth - 1),
            15 => self.array(depth - 1),
            _ => self.block(depth - 1),
        }
    }

    /// Statements in braces; what they declare ends with them.
    fn braces(&mut self, head: &str, tail: &str, body: impl FnOnce(&mut Author)) {
        self.line(&format!("{head}{{"));
        let (kept, before) = (self.variables.len(), self.barriers_before);
        self.barriers_before = before.or(Some(self.barriers));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.barriers_before = before;
        self.variables.truncate(kept);
        self.line(&format!("}}{tail}"));
    }

    fn block(&mut self, depth: u32) {
        let name = self.name("w");
        let types = self.extent.types;
        let ty = self.pick(&types[..9]);
        let value = if ty == "float" { self.float(2) } else { self.integer(2, false) };
        self.braces("", "", |this| {
            this.line(&format!("{ty} {name} = {value};"));
            this.declare(&name, ty, false, true);
            this.statements(4, depth);
        });
    }

    /// Reads one place several times, under a condition that it decides itself, sometimes with a write between.
    fn again(&mut self) {
        let own = self.variable(|variable| variable.free && !variable.uniform && variable.ty == "int");
        let Some(Variable { name, .. }) = own else { return self.assign() };
        let (at, limit, value) = (self.leaf(false), self.rng.below(9), self.integer(1, false));
        let places = ["a[(@) & 63]", "out[gid * 8 + ((@) & 7)]", "own[(@) & 7]"];
        let at_most = if self.in_helper { 1 } else { places.len() };
        let place = self.pick(&places[..at_most]).replace('@', &at);
        if self.in_helper || self.one_in(2) {
            return self.line(&format!("{name} = {place} > {limit} ? {place} * 3 % 1021 : {place} - 7;"));
        }
        let other = self.pick(&places[1..]).replace('@', &self.leaf(false));
        self.line(&format!("if ({place} > {limit}) {{ {other} = {value}; {name} ^= {place}; }}"));
        self.line(&format!("{name} += {place} & 255;"));
    }

    /// A private array with subscripts that are constants, some of them only once a loop is written out, and sometimes one
    /// that is none.
    fn array(&mut self, depth: u32) {
        let own = self.variable(|variable| variable.free && !variable.uniform && variable.ty == "int");
        let Some(result) = own else { return self.assign() };
        let vector = self.dialect.vectors && self.one_in(3);
        let (declared, place) = self.pick(if vector { VECTORS } else { ARRAYS });
        let (name, turn) = (self.name("p"), self.name("t"));
        let place = |at: &str| place.replace('$', &name).replace('@', at);
        let declared = declared.replace('$', &name).replace('%', self.extent.narrow[1]);
        let declared = declared.replace('@', &self.integer(1, false));
        self.braces("", "", |this| {
            this.line(&declared);
            if !this.one_in(4) {
                this.line("#pragma unroll");
            }
            let (value, at) = (this.integer(2, false), place(&turn));
            this.line(&format!("for (int {turn} = 0; {turn} < 4; {turn}++) {at} = {at} ^ ({value});"));
            for _ in 0..this.rng.below(3) {
                let (at, value) = (this.rng.below(4), this.integer(1, false));
                this.line(&format!("{} = {value};", place(&at.to_string())));
                this.statements(2, depth);
            }
            if this.one_in(4) {
                let at = format!("(({}) & 3)", this.leaf(false));
                this.line(&format!("{} = {};", place(&at), result.name));
            }
            let (one, other) = (place("1"), place(&this.rng.below(4).to_string()));
            this.line(&format!("{} += (int)({one} ^ {other}) & 255;", result.name));
        });
    }

    fn assign(&mut self) {
        let Some(Variable { name, ty, .. }) = self.variable(|variable| variable.free && !variable.uniform)
        else {
            return;
        };
        if matches!(ty, "float" | "double") {
            let (value, op) = (self.float(3), self.pick(&["=", "+=", "*=", "-="]));
            return self.line(&format!("{name} {op} {value};"));
        }
        let value = self.integer(3, false);
        match self.rng.below(6) {
            0 => self.line(&format!("{name}++;")),
            1 => self.line(&format!("{name} += ({value}) & 1023;")),
            2 => {
                let op = self.pick(&["^=", "|=", "&="]);
                self.line(&format!("{name} {op} {value};"));
            }
            _ => self.line(&format!("{name} = {value};")),
        }
    }

    /// Changes what is the same in the whole work-group, if that is together.
    fn assign_uniform(&mut self) {
        let found = self.variable(|variable| variable.free && variable.uniform);
        let Some(variable) = found.filter(|_| self.is_together()) else { return self.assign() };
        let value = self.integer(2, true);
        self.line(&format!("{} = ({value}) & 63;", variable.name));
    }

    /// Writes to the work-item's own elements.
    fn store(&mut self) {
        if self.in_helper {
            return self.assign();
        }
        let (at, value) = (self.integer(1, false), self.integer(3, false));
        let place =
            if self.one_in(2) { format!("own[({at}) & 7]") } else { format!("out[gid * 8 + (({at}) & 7)]") };
        self.line(&format!("{place} = {value};"));
    }

    /// What work-items do with each other's data: an atomic, or an exchange between barriers.
    fn common(&mut self) {
        if self.in_helper {
            return self.assign();
        }
        if self.extent.lanes && self.is_together() && !self.one_in(4) {
            return self.meet();
        }
        if self.is_together() && self.one_in(6) {
            return self.meet_in_other_turns();
        }
        let value = self.integer(2, false);
        if self.is_together() && self.one_in(2) {
            let far = self.rng.below(self.group);
            let (barrier, group) = (self.dialect.barrier, self.group);
            self.barriers += 1;
            let half = if self.one_in(3) { "if (lid & 1) " } else { "" };
            self.line(&format!("{half}tile[lid] = {value};"));
            self.line(barrier);
            let element = format!("tile[(lid + {far}) % {group}]");
            self.line(&format!("v0 += {element} & 255;"));
            self.line(barrier);
            if self.one_in(3) {
                // The same address once more, in other code: it is kept or made again.
                self.line(&format!("v0 ^= {element};"));
                self.line(barrier);
            }
            return;
        }
        if !self.extent.atomics {
            return self.assign();
        }
        let op = self.rng.below(6);
        let (function, memory) = (self.dialect.atomics[op as usize], self.pick(&["sums", "group_sums"]));
        let at = self.integer(1, false);
        self.line(&format!("{function}(&{memory}[{} + (({at}) & 1)], (int)({value}));", 2 * op));
    }

    /// Work-items come to a barrier in different turns of a loop, and what they have counted until then differs behind it.
    fn meet_in_other_turns(&mut self) {
        let [left, met, turn] = ["t", "t", "t"].map(|name| self.name(name));
        let (late, times) = (self.integer(1, false), self.integer(1, true));
        let (barrier, bit) = (self.dialect.barrier, 1 << self.rng.below(3));
        self.barriers += 1;
        self.line(&format!("{{ int {left} = ({late}) & 3, {met} = 0, {turn} = 0, most = ({times}) & 3;"));
        self.line(&format!("for (;;) {{ {turn}++; if ({met} > most) break; if (--{left} > 0) continue;"));
        self.line(barrier);
        self.line(&format!("{met}++; if ({met} > most) break; if ({turn} & {bit}) v0 += {turn}; }} }}"));
    }

    /// What the lanes of each warp do together: all warps, some of them, or each as often as it likes.
    fn meet(&mut self) {
        let (warp, turn) = (self.dialect.own_warp, self.name("t"));
        let (other, times) = (self.rng.below(2), 1 + self.rng.below(3));
        match self.rng.below(6) {
            0 => self.line(&format!("if (({warp} & 1) == {other})")),
            1 => self.line(&format!("for (int {turn} = 0; {turn} < ({warp} + {other}) % 3; {turn}++)")),
            2 => self.line(&format!("for (int {turn} = 0; {turn} < {times}; {turn}++)")),
            3 => {
                self.line(&format!("if (({warp} & 1) == {other})"));
                self.exchange();
                self.line("else");
            }
            _ => {}
        }
        self.exchange();
    }

    /// An operation of the lanes of a warp.
    fn exchange(&mut self) {
        let wide = self.extent.atomics;
        let lanes: Vec<&str> =
            self.dialect.lanes.iter().copied().filter(|call| wide || !call.contains("long")).collect();
        let mut call = self.pick(&lanes).to_string();
        while call.contains(['@', '#']) {
            let (value, number) = (self.integer(1, false), self.rng.below(8).to_string());
            call = call.replacen('@', &value, 1).replacen('#', &number, 1);
        }
        let (op, far) = (self.pick(&["+=", "^="]), self.pick(&["", " & 255", " & 7"]));
        self.line(&format!("v0 {op} ({call}){far};"));
    }

    /// May some work-items return here? Out of a construct with a barrier in it only if others may come to barriers without them.
    fn may_return(&self) -> bool {
        if self.extent.leaves {
            return true;
        }
        let no_barrier = self.barriers_before.is_none_or(|before| before == self.barriers);
        no_barrier && !self.loops.iter().any(|turns| turns.together)
    }

    /// `break`, `continue` or `return`, mostly under a condition.
    fn leave(&mut self, depth: u32) {
        let Some(jump) = self.jump() else { return self.assign() };
        let uniform = self.one_in(3);
        let condition = self.condition(depth.min(2), uniform);
        if jump == "return" {
            self.returned |= !self.in_helper;
            return self.braces(&format!("if ({condition}) "), "", |this| this.finish());
        }
        self.line(&format!("if ({condition}) {jump};"));
    }

    /// A way to leave that is allowed here.
    fn jump(&mut self) -> Option<&'static str> {
        let mut ways = vec![];
        if let Some(turns) = self.loops.last().copied().filter(|turns| !turns.together) {
            ways.push("continue");
            if !turns.in_switch {
                ways.extend(["break", "break"]);
            }
        }
        if self.may_return() && self.one_in(3) {
            ways.push("return");
        }
        (!ways.is_empty()).then(|| self.pick(&ways))
    }

    /// Returns, in the kernel after it has said what it came to.
    pub(super) fn finish(&mut self) {
        if self.in_helper {
            let value = self.integer(2, false);
            return self.line(&format!("return {value};"));
        }
        self.results();
        self.line("return;");
    }

    /// Carries out what stands under a condition: together only if the condition is the same for all.
    fn under(&mut self, uniform: bool, body: impl FnOnce(&mut Author)) {
        let before = self.together;
        self.together &= uniform;
        body(self);
        self.together = before;
    }

    fn choice(&mut self, depth: u32) {
        let uniform = self.one_in(2);
        let condition = self.condition(3, uniform);
        let other = self.rng.below(3);
        self.under(uniform, |this| {
            this.braces(&format!("if ({condition}) "), "", |this| this.statements(4, depth));
            match other {
                0 => this.braces("else ", "", |this| this.statements(4, depth)),
                1 => {
                    let next = this.condition(2, uniform);
                    this.braces(&format!("else if ({next}) "), "", |this| this.statements(3, depth));
                    if this.one_in(2) {
                        this.braces("else ", "", |this| this.statements(3, depth));
                    }
                }
                _ => {}
            }
        });
    }

    /// Cases in any order, some with several labels, some that fall through, the default anywhere or nowhere.
    fn switch(&mut self, depth: u32) {
        let uniform = self.one_in(2);
        let value = self.integer(2, uniform);
        let mut labels: Vec<String> = (0..6).map(|at| format!("case {at}:")).collect();
        if !self.one_in(3) {
            labels.push("default:".into());
        }
        for at in (1..labels.len()).rev() {
            labels.swap(at, self.rng.below(at as u64 + 1) as usize);
        }
        labels.truncate(2 + self.rng.below(6) as usize);
        let before = self.loops.last().copied();
        if let Some(turns) = self.loops.last_mut() {
            turns.in_switch = true;
        }
        self.under(uniform, |this| {
            this.braces(&format!("switch (({value}) & 7) "), "", |this| {
                while !labels.is_empty() {
                    let shared = (1 + this.rng.below(3) as usize).min(labels.len());
                    labels.drain(..shared).for_each(|label| this.line(&label));
                    this.case(depth);
                }
            });
        });
        if let (Some(last), Some(before)) = (self.loops.last_mut(), before) {
            *last = before;
        }
    }

    fn case(&mut self, depth: u32) {
        self.braces("", "", |this| this.statements(3, depth));
        let goes_on = self.loops.last().is_some_and(|turns| !turns.together);
        match self.rng.below(8) {
            0..=4 => self.line("break;"),
            5 if goes_on => self.line("continue;"),
            _ => {}
        }
    }

    /// A turn of a loop. At its end a work-item may keep for the next turn what is the same for all, before that changes.
    fn turn(&mut self, depth: u32) {
        self.statements(4, depth);
        let common = self.variable(|variable| variable.free && variable.uniform);
        let own = self.variable(|variable| variable.free && !variable.uniform && variable.ty == "int");
        if let (Some(common), Some(own), true) = (common, own, self.is_together() && self.one_in(2)) {
            self.line(&format!("{} = {};", own.name, common.name));
            self.line(&format!("{0} = ({0} * 3 + 1) & 63;", common.name));
        }
    }

    /// Two loops that begin in one place and count the same: who leaves the inner one waits for others.
    fn repeat_at_once(&mut self, depth: u32) {
        let (uniform, varying) = (self.integer(2, true), self.integer(2, false));
        let (count, turn) = (self.name("t"), self.name("t"));
        let before = (self.together, self.variables.len());
        self.together = false;
        self.loops.push(Turns { together: false, in_switch: false });
        self.braces("", "", |this| {
            this.line(&format!("int {count} = ({uniform}) & 7;"));
            this.declare(&count, "int", false, false);
            let ends_early = this.one_in(2);
            let (head, tail) = match ends_early {
                true => ("for (;;) ", String::new()),
                false => ("do ", format!(" while ({count} > 0);")),
            };
            this.braces(head, &tail, |this| {
                let inner = format!("for (int {turn} = 0; {turn} < (({varying}) & 3); {turn}++) {count}--;");
                this.line(&inner);
                this.line(&format!("{count}--;"));
                // What goes on (`continue`) must come to the condition.
                match ends_early {
                    true => this.line(&format!("if ({count} <= 0) break;")),
                    false => this.turn(depth),
                }
            });
        });
        self.loops.pop();
        self.together = before.0;
        self.variables.truncate(before.1);
    }

    /// A loop of up to four turns, counted by a variable that nothing else changes.
    fn repeat(&mut self, depth: u32) {
        if self.one_in(6) {
            return self.repeat_at_once(depth);
        }
        let uniform = self.one_in(2);
        let together = uniform && self.is_together() && self.one_in(2);
        let turns = if self.one_in(3) {
            self.rng.below(5).to_string()
        } else {
            format!("({}) & 3", self.integer(2, uniform))
        };
        let count = self.name("t");
        let also = if together || self.one_in(2) {
            String::new()
        } else {
            format!(" && {}", self.condition(2, false))
        };
        let before = (self.together, self.variables.len());
        self.together = together;
        self.declare(&count, "int", together, false);
        self.loops.push(Turns { together, in_switch: false });
        match self.rng.below(5) {
            0 | 1 => {
                let also = also.clone();
                let unroll = if self.one_in(4) { "#pragma unroll 2" } else { "" };
                if !unroll.is_empty() {
                    self.line(unroll);
                }
                let head = format!("for (int {count} = 0; {count} < ({turns}){also}; {count}++) ");
                self.braces(&head, "", |this| this.turn(depth));
            }
            2 => self.braces("", "", |this| {
                this.line(&format!("int {count} = {turns};"));
                this.braces(&format!("while ({count}-- > 0{also}) "), "", |this| this.turn(depth));
            }),
            3 => self.braces("", "", |this| {
                this.line(&format!("int {count} = {turns};"));
                this.braces("do ", &format!(" while ({count}-- > 0{also});"), |this| this.turn(depth));
            }),
            _ => self.braces(&format!("for (int {count} = {turns};;) "), "", |this| {
                this.line(&format!("if ({count}-- <= 0) break;"));
                this.turn(depth);
            }),
        }
        self.loops.pop();
        self.together = before.0;
        self.variables.truncate(before.1);
    }
}
