// Locks down the process that loads it: it keeps what it has open, and gets nothing more from the kernel than memory, threads
// and the time. For cells, which read files from strangers; see infra/decisions/0037-the-cell.md.
#include <napi.h>

#include <string>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#else
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

namespace {

// Allowed whatever the arguments: these reach nothing but this process and what it has open. Every other call, including any
// added to Linux later, fails with EPERM.
constexpr int allowed[] = {
    // Open pipes, and the event loop that waits for them.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_epoll_ctl, SYS_epoll_pwait, SYS_ppoll,
    // Memory, bounded by an rlimit; WebAssembly and JavaScript need PROT_EXEC.
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk, SYS_pkey_alloc, SYS_pkey_free, SYS_pkey_mprotect,
    SYS_membarrier,
    // Its own threads.
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam,
    SYS_sched_getscheduler, SYS_exit, SYS_exit_group,
    // Receiving signals.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    // Time, randomness, and its own identity.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_getpid,
    SYS_gettid, SYS_getcpu, SYS_getrusage, SYS_sysinfo, SYS_uname,
#if defined(__x86_64__)
    SYS_epoll_wait, SYS_poll, SYS_time,
#endif
};

using Program = std::vector<sock_filter>;

void add(Program& program, uint16_t code, uint32_t value, uint8_t yes = 0, uint8_t no = 0) {
  program.push_back({code, yes, no, value});
}

// The low half of an argument, which holds flags and process ids.
void loadArgument(Program& program, int index) {
  add(program, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 8 * index);
}

void answer(Program& program, uint32_t action) { add(program, BPF_RET | BPF_K, action); }

constexpr uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

// Allows one call for certain values of one of its arguments.
void allowIf(Program& program, int call, int argument, std::initializer_list<uint32_t> values) {
  const uint8_t length = static_cast<uint8_t>(2 * values.size() + 2);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, length);
  loadArgument(program, argument);
  for (const uint32_t value : values) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
  }
  answer(program, refused);
}

Program filter() {
  Program program;
  add(program, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  add(program, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  for (const int call : allowed) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
  }
  // Threads yes, processes no. A filter cannot see the flags of clone3, but callers that get ENOSYS fall back to clone.
  add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
  answer(program, SECCOMP_RET_ERRNO | ENOSYS);
  add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  loadArgument(program, 0);
  add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, refused);
  // abort() signals the process itself; no other process may be named.
  allowIf(program, SYS_tgkill, 0, {static_cast<uint32_t>(getpid())});
  // For naming threads and mappings.
  allowIf(program, SYS_prctl, 0, {PR_SET_NAME, PR_SET_VMA});
  allowIf(program, SYS_fcntl, 1, {F_GETFL, F_GETFD});
  answer(program, refused);
  return program;
}

bool shut() {
  // Without this only root may set a filter; with it no executed program gains privileges.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  Program program = filter();
  const sock_fprog given{static_cast<unsigned short>(program.size()), program.data()};
  // Applies to all existing threads, or fails.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &given) == 0;
}

bool limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  return setrlimit(static_cast<__rlimit_resource_t>(resource), &both) == 0;
}

// lock(dataBytesMax): whether the kernel now filters calls.
Napi::Value lockCalled(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const double bytes = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : 0;
  // Die with the worker, however it ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const bool limited = bytes > 0 && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_MSGQUEUE, 0) &&
                       limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_DATA, static_cast<rlim_t>(bytes));
  if (!limited) {
    Napi::Error::New(env, "lock: the limits of this process cannot be set").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  return Napi::Boolean::New(env, shut());
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  exports.Set("lock", Napi::Function::New(env, lockCalled));
  return exports;
}

}  // namespace

NODE_API_MODULE(lock, initialise)
#else
// Elsewhere there is no such filter and so no module, which the worker reports.
#error "cells are locked on Linux only"
#endif
