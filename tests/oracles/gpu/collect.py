#!/usr/bin/env python3
"""Runs jobs on a GPU and writes what each kernel leaves in its buffers, as digests.

    cargo run -p lanescope-tests --example gpu_jobs -- jobs.txt 400
    python3 tests/oracles/gpu/collect.py jobs.txt --out tests/oracles/gpu/results.txt

It needs an NVIDIA GPU, CuPy, and NVRTC by CUDA's own binding for Python; kernels of OpenCL C also PyOpenCL and the driver's
OpenCL, without which they are counted as without a result. Floats are not contracted, nothing is flushed to zero, division and
roots are correctly rounded. Each kernel has ten seconds. What differs from the reference is printed
with the largest difference in units of the last place; random kernels are compared and get no row.

    --check   compiles the CUDA jobs with NVRTC and runs the OpenCL ones on whatever device there is: no GPU is needed
    --counts  runs the kernels of CUDA once under Nsight Compute, and writes what it counts of their accesses to --out
"""

import argparse
import csv
import functools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

SECONDS = 10
OPTIONS = {"cu": ("--fmad=false", "--ftz=false", "--std=c++17"),
           "cl": ["-cl-std=CL3.0", "-cl-fp32-correctly-rounded-divide-sqrt"]}
TYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
         "float": "f4", "double": "f8"}


# What does not depend on time: requests of warps to global memory, the sectors of 32 bytes that these touch, requests to shared
# memory, the passes that these take, requests for what a thread keeps in memory, and atomic operations on global memory, which are
# not among the requests. Each is a sum over what the profiler counts.
COUNTS = {
    "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "shared": ["smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"],
    "passes": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    "local": ["l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"],
    "atomics": ["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"],
}


def unhex(word):
    return bytes.fromhex(word[1:])


def jobs_of(path):
    """The jobs of a file: dictionaries with name, kernel, sizes, arguments in their order, texts."""
    jobs = []
    for line in open(path):
        word, *rest = line.split()
        if word == "job":
            jobs.append({"name": rest[0], "args": [], "files": {}})
        job = jobs[-1]
        if word == "kernel":
            job["kernel"] = rest[0]
        elif word in ("global", "local"):
            job[word] = [int(one) for one in rest]
        elif word == "dynamic":
            job["dynamic"] = int(rest[0])
        elif word == "file":
            job["files"][rest[0]] = unhex(rest[1]).decode()
        elif word == "text":
            job["text"] = unhex(rest[0]).decode()
        elif word == "scalar":
            job["args"].append(("scalar", unhex(rest[0])))
        elif word == "shared":
            job["args"].append(("shared", int(rest[0])))
        elif word == "buffer":
            left = None if rest[3] == "-" else unhex(rest[3])
            job["args"].append(("buffer", rest[0], rest[1], unhex(rest[2]), left))
    return jobs


def language(job):
    return job["name"].rsplit(".", 1)[1]


def scalar(data):
    return np.frombuffer(data, dtype=f"u{len(data)}")[0]


def compiled(job, architecture):
    """A kernel of CUDA as NVRTC makes it of a text: the code, and the kernel's name in it."""
    from cuda.bindings import nvrtc

    def call(result):
        if result[0] != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            raise RuntimeError(str(result[0]))
        return result[1] if len(result) > 1 else None

    program = call(nvrtc.nvrtcCreateProgram(job["text"].encode(), b"kernel.cu", 0, [], []))
    call(nvrtc.nvrtcAddNameExpression(program, job["kernel"].encode()))
    options = [option.encode() for option in (*OPTIONS["cu"], f"--gpu-architecture={architecture}")]
    if nvrtc.nvrtcCompileProgram(program, len(options), options)[0] != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        log = b" " * call(nvrtc.nvrtcGetProgramLogSize(program))
        call(nvrtc.nvrtcGetProgramLog(program, log))
        raise RuntimeError(log.decode()[:400])
    name = call(nvrtc.nvrtcGetLoweredName(program, job["kernel"].encode())).decode()
    code = b" " * call(nvrtc.nvrtcGetCUBINSize(program))
    call(nvrtc.nvrtcGetCUBIN(program, code))
    return code, name


class Slow(Exception):
    """A kernel that has run too long."""


def on_cuda(job):
    """What a kernel of CUDA leaves: the bytes of its buffers."""
    import cupy

    code, name = compiled(job, f"sm_{cupy.cuda.Device().compute_capability}")
    module = cupy.cuda.function.Module()
    module.load(code)
    function = module.get_function(name)
    if job["dynamic"] > 48 * 1024:
        function.max_dynamic_shared_size_bytes = job["dynamic"]
    args, kept = [], []
    for arg in job["args"]:
        if arg[0] == "scalar":
            args.append(scalar(arg[1]))
        else:
            # One byte more: a buffer may be empty.
            memory = cupy.array(np.frombuffer(arg[3] + b"\0", dtype=np.uint8))
            kept.append((memory, len(arg[3])))
            args.append(memory)
    grid = tuple(whole // part for whole, part in zip(job["global"], job["local"]))
    done = cupy.cuda.Event()
    function(grid, tuple(job["local"]), tuple(args), shared_mem=job["dynamic"])
    done.record()
    end = time.time() + SECONDS
    while not done.done:
        if time.time() > end:
            raise Slow(f"runs for more than {SECONDS} s")
        time.sleep(0.0002)
    done.synchronize()
    return [memory.get().tobytes()[:size] for memory, size in kept]


@functools.cache
def opencl_queue():
    """A queue of the first device."""
    import pyopencl as cl

    devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    return cl.CommandQueue(cl.Context(devices[:1]))


def on_opencl(job):
    """The same of a kernel of OpenCL C."""
    import pyopencl as cl

    queue = opencl_queue()
    context = queue.context
    with tempfile.TemporaryDirectory() as folder:
        for name, text in job["files"].items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        text = "#pragma OPENCL FP_CONTRACT OFF\n" + job["text"]
        program = cl.Program(context, text).build(options=OPTIONS["cl"] + ["-I", folder])
    args, kept = [], []
    for arg in job["args"]:
        if arg[0] == "scalar":
            args.append(scalar(arg[1]))
        elif arg[0] == "shared":
            args.append(cl.LocalMemory(arg[1]))
        else:
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            memory = cl.Buffer(context, flags, hostbuf=np.frombuffer(arg[3] + b"\0", dtype=np.uint8))
            kept.append((memory, len(arg[3])))
            args.append(memory)
    kernel = cl.Kernel(program, job["kernel"])
    kernel.set_args(*args)
    dimensions = 3 if job["global"][2] > 1 else 2 if job["global"][1] > 1 else 1
    done = cl.enqueue_nd_range_kernel(queue, kernel, job["global"][:dimensions], job["local"][:dimensions])
    queue.flush()
    end = time.time() + SECONDS
    while done.command_execution_status != cl.command_execution_status.COMPLETE:
        if done.command_execution_status < 0:
            raise RuntimeError(f"ended with {done.command_execution_status}")
        if time.time() > end:
            raise Slow(f"runs for more than {SECONDS} s")
        time.sleep(0.0002)
    left = []
    for memory, size in kept:
        back = np.empty(size + 1, dtype=np.uint8)
        cl.enqueue_copy(queue, back, memory)
        left.append(back.tobytes()[:size])
    return left


def canonical(data, kind):
    values = np.frombuffer(data, dtype=TYPES[kind]).copy()
    if kind in ("float", "double"):
        values[np.isnan(values)] = np.array(np.nan, dtype=values.dtype)
    return values


def digest(values):
    """FNV-1a."""
    state = 0xCBF29CE484222325
    for byte in values.tobytes():
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


def places(values):
    """Floats as numbers in a row: neighbours differ by one."""
    bits = values.view(f"i{values.itemsize}").astype(object)
    return np.array([bit if bit >= 0 else -(bit + 2 ** (8 * values.itemsize - 1)) for bit in bits], dtype=object)


def difference(left, expected, kind):
    """How two buffers differ, in words; nothing if they do not."""
    unequal = np.flatnonzero(left.view(f"u{left.itemsize}") != expected.view(f"u{left.itemsize}"))
    if not len(unequal):
        return ""
    at = unequal[0]
    words = f"{len(unequal)} of {len(left)} elements, first [{at}]: {left[at]} here, {expected[at]} by the reference"
    if kind in ("float", "double"):
        numbers = ~(np.isnan(left) | np.isnan(expected))
        most = max((abs(a - b) for a, b in zip(places(left[numbers]), places(expected[numbers]))), default=0)
        words += f"; at most {most} units of the last place"
    return words


def others(left, expected, name):
    """The elements that differ: buffer, index, bits on the GPU."""
    bits, reference = (values.view(f"u{values.itemsize}") for values in (left, expected))
    return [(name, int(at), f"{bits[at]:#x}") for at in np.flatnonzero(bits != reference)]


def shard(options):
    """Runs every n-th job; after one that breaks the context, the process begins anew behind it."""
    part, parts, begin = options.shard
    jobs = jobs_of(options.jobs)
    for at in range(part + parts * begin, len(jobs), parts):
        job = jobs[at]
        row = {"name": job["name"], "buffers": [], "others": [], "error": ""}
        if options.counts and not is_counted(job):
            continue
        broken = False
        try:
            if language(job) == "cl":
                left = on_opencl(job)
            else:
                left = compiled(job, "sm_90")[2:] if options.check else on_cuda(job)
            buffers = [arg for arg in job["args"] if arg[0] == "buffer"]
            for bytes_left, (_, name, kind, _, expected) in zip(left or [], buffers):
                values = canonical(bytes_left, kind)
                words = difference(values, canonical(expected, kind), kind) if expected is not None else "no reference"
                row["buffers"].append((name, kind, digest(values), words))
                if words and expected is not None:
                    row["others"] += others(values, canonical(expected, kind), name)
        except Exception as error:  # Whatever a driver raises is a row of the report.
            row["error"] = f"{type(error).__name__}: {error}"[:600]
            broken = "CUDA_ERROR" in row["error"] or "cudaError" in row["error"] or isinstance(error, Slow)
        print(json.dumps(row), flush=True)
        if broken:
            begin = (at - part) // parts + 1
            os.execv(sys.executable, [sys.executable, *sys.argv[:-1], str(begin)])


def device():
    """What ran the kernels, in words."""
    try:
        import cupy

        properties = cupy.cuda.runtime.getDeviceProperties(0)
        major, minor = cupy.cuda.nvrtc.getVersion()
        driver = cupy.cuda.runtime.driverGetVersion()
        return f"{properties['name'].decode()}, driver for CUDA {driver // 1000}.{driver % 1000 // 10}, NVRTC {major}.{minor}"
    except Exception as error:
        return f"no GPU ({error})"


def is_counted(job):
    return language(job) == "cu" and not job["name"].startswith("random/")


def counts(options):
    """Runs the kernels of CUDA under Nsight Compute, and writes the table of what it counts."""
    metrics = [metric for sum_of in COUNTS.values() for metric in sum_of]
    own = [sys.executable, __file__, options.jobs, "--counts", "--shard", "0", "1", "0"]
    found = subprocess.run(["ncu", "--csv", "--metrics", ",".join(metrics), *own], stdout=subprocess.PIPE, text=True, check=True)
    lines = [line for line in found.stdout.splitlines() if line.startswith('"')]
    launches = {}
    for row in csv.DictReader(lines):
        launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(row["Metric Value"].replace(",", ""))
    names = [job["name"] for job in jobs_of(options.jobs) if is_counted(job)]
    assert len(names) == len(launches), "each kernel is launched once"
    with open(options.out, "w") as file:
        file.write(f"# What a GPU counts ({device()}): kernel, {', '.join(COUNTS)}; collect.py beside this file says how.\n")
        for name, (_, counted) in zip(names, sorted(launches.items())):
            file.write(" ".join([name, *(str(sum(counted[metric] for metric in sum_of)) for sum_of in COUNTS.values())]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs")
    parser.add_argument("--out")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--shard", nargs=3, type=int)
    options = parser.parse_args()
    if options.shard:
        return shard(options)
    if options.counts:
        return counts(options)
    parts = max(1, (os.cpu_count() or 2) - 1)
    start = time.time()
    flags = ["--check"] if options.check else []
    own = [sys.executable, __file__, options.jobs, *flags, "--shard"]
    running = [subprocess.Popen([*own, str(part), str(parts), "0"], stdout=subprocess.PIPE, text=True) for part in range(parts)]
    # Each is read by a thread: no pipe is full while another one is read.
    rows, readers = [], []
    for process in running:
        readers.append(threading.Thread(target=lambda process=process: rows.extend(map(json.loads, process.stdout))))
        readers[-1].start()
    for reader in readers:
        reader.join()
    rows.sort(key=lambda row: row["name"])
    report(rows, options.out)
    print(f"{len(rows)} jobs on {device()} in {time.time() - start:.0f} s")


def report(rows, out):
    """Prints what is not equal, and writes the table."""
    counts, table, different = {}, [], []
    for row in rows:
        kind = row["name"].split("/")[0] + " " + row["name"].rsplit(".", 1)[1]
        equal, unequal, failed = counts.setdefault(kind, [0, 0, 0])
        if row["error"]:
            failed += 1
            print(f"{row['name']}: {row['error']}")
        elif any(words for *_, words in row["buffers"]):
            unequal += 1
        else:
            equal += 1
        counts[kind] = [equal, unequal, failed]
        for name, kind, value, words in row["buffers"]:
            if words:
                print(f"{row['name']} {name}: {words}")
            if not row["name"].startswith("random/"):
                table.append(f"{row['name']} {name} {kind} {value}\n")
        if not row["name"].startswith("random/"):
            different += [f"{row['name']} {name} {at} {bits}\n" for name, at, bits in row["others"]]
    for kind, (equal, unequal, failed) in sorted(counts.items()):
        print(f"{kind}: {equal} equal, {unequal} different, {failed} without a result")
    if out:
        with open(os.path.join(os.path.dirname(out), "others.txt"), "w") as file:
            file.write("# The elements of results.txt that differ from the reference: kernel, buffer, index, bits on the GPU.\n")
            file.writelines(different)
        with open(out, "w") as file:
            file.write(f"# What a GPU leaves ({device()}), without contraction; collect.py beside this file says how.\n")
            file.write("# Kernel, buffer, type of its elements, FNV-1a over its bytes with every NaN as the canonical one.\n")
            file.writelines(table)


if __name__ == "__main__":
    main()
