import { listenOnce } from './listen-once.mjs';

// Of the settings only this one is checked before Next starts: it would take 3000 for a port that is none, before any
// code of ours could see what was set, and would tell of a port in use with a stack.
const { PORT = '3000', HOSTNAME = '0.0.0.0' } = process.env;
const isPort = /^\d{1,5}$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535;

const problem = isPort
  ? await listenOnce({ setting: 'PORT', port: Number(PORT), host: HOSTNAME })
  : 'Settings: PORT must be a number from 1 to 65535.';
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
