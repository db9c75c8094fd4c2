// @ts-check
// Preloaded into the servers that the scripts start: standard input ends when the script does, even after a SIGKILL.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
process.stdin.unref();
