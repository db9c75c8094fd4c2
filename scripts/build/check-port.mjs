import { listenOnce } from './listen-once.mjs';

// `npm run build` puts this file beside Next's server.js, which imports it first. PORT is the only setting that is checked
// before Next starts: Next would replace an invalid port by 3000 before any code of ours runs, and would report a port in use
// with a stack.
const { PORT = '3000', HOSTNAME = '0.0.0.0' } = process.env;
const isPort = /^\d{1,5}$/.test(PORT) && Number(PORT) >= 1 && Number(PORT) <= 65_535;

const problem = isPort
  ? await listenOnce({ setting: 'PORT', port: Number(PORT), host: HOSTNAME })
  : 'Settings: PORT must be a number from 1 to 65535.';
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
