import { readFileSync } from 'node:fs';

// Commands import this file first: what they import after it is then never run by a Node that is too old for it.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [neededMajor, neededMinor] = engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(`Node ${engines.node} is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
