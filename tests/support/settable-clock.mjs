import { readFileSync } from 'node:fs';

// Imported by a server before anything else: at SIGUSR2 its wall clock is set to what CLOCK_FILE says, in milliseconds from
// the machine's; at the start by CLOCK_AHEAD_MS. Says on standard output that it has done so.

const { CLOCK_FILE = '', CLOCK_AHEAD_MS = '0' } = process.env;
const machineDate = Date;
let aheadMs = Number(CLOCK_AHEAD_MS);

const now = () => machineDate.now() + aheadMs;

globalThis.Date = new Proxy(machineDate, {
  apply: () => new machineDate(now()).toString(),
  construct: (_, args, newTarget) => Reflect.construct(machineDate, args.length === 0 ? [now()] : args, newTarget),
  get: (_, name) => (name === 'now' ? now : Reflect.get(machineDate, name)),
});

process.on('SIGUSR2', () => {
  aheadMs = Number(readFileSync(CLOCK_FILE, 'utf8'));
  console.log(`clock ${JSON.stringify({ aheadMs })}`);
});
