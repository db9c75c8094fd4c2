// Preloaded into what the start script starts: its input ends when that script does, even if it was killed outright.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
process.stdin.unref();
