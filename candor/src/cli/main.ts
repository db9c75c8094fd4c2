#!/usr/bin/env node
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { CommandError } from '../application/read-application.js';
import { doctor } from './doctor.js';
import { init } from './init.js';
import { remove } from './remove.js';
import { plainText, processTerminal, type Terminal } from './terminal.js';
import { buildIn, where } from './where.js';
import { codeOf, messageOf } from '../shared/error-parts.js';

const usage = `candor init [FOLDER]    writes the files by which Next finds Candor, and prints what is left to change
candor remove [FOLDER]  takes them out again
candor doctor [FOLDER]  finds problems in an application, or with --url in a running site, and says how to fix them
candor headers [FOLDER] prints the headers of prerendered pages as JSON, for a server that sends them itself
candor where [PLACE]    prints the source position of a position in built code, such as chunk.js:1:20444, or those of
                        a stack on standard input

FOLDER is the application folder, such as apps/web. Default: the current folder.

  --dry-run      shows what would be written, and writes nothing
  --yes          does not ask; required where there is no terminal

  --url ADDRESS  of a running site, such as https://example.org
  --fail PATH    of a page on that site that throws: follows the failure until it is delivered
  --json         one JSON document: holds, findings, notes

  --build FOLDER where, headers: of the application, or of a build

Exit status: 0 success, 1 problems found, 2 the check could not run.`;

const options = {
  yes: { type: 'boolean', short: 'y', default: false },
  'dry-run': { type: 'boolean', default: false },
  url: { type: 'string' },
  fail: { type: 'string' },
  json: { type: 'boolean', default: false },
  build: { type: 'string', default: '' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @returns the status of the process */
async function run(args: string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const [name = '', folder = '', ...more] = positionals;
    const written = { ...values, dryRun: values['dry-run'] };
    const commands: Record<string, () => number | Promise<number>> = {
      init: () => init(resolve(folder), written, terminal),
      remove: () => remove(resolve(folder), written, terminal),
      doctor: () => doctor(resolve(folder), values, terminal),
      headers: () => printHeaders(buildIn(resolve(values.build || folder)), terminal),
      where: async () => where(folder || (await text(process.stdin)), resolve(values.build), terminal),
    };
    if (!values.help && Object.hasOwn(commands, name) && more.length === 0) return await commands[name]!();
    terminal.print(usage);
    return values.help ? 0 : 2;
  } catch (error) {
    const isOfUsage = codeOf(error)?.startsWith('ERR_PARSE_ARGS') === true;
    const isOfSystem = error instanceof Error && 'syscall' in error;
    const message = messageOf(error);
    // A message about a file that cannot be read says which.
    if (!(error instanceof CommandError) && !isOfUsage && !isOfSystem) throw error;
    if (isOfUsage) console.error(plainText(`${message}\n\n${usage}`));
    else if (!args.includes('--json')) console.error(plainText(message));
    else terminal.print(JSON.stringify({ holds: false, findings: [], notes: [], error: message }));
    return isOfUsage || args.includes('doctor') ? 2 : 1;
  }
}

/** @returns 1 if some pages lack headers */
async function printHeaders(build: string, { print }: Terminal): Promise<0 | 1> {
  // eslint-disable-next-line import/no-restricted-paths -- The one import of the policy here, which is off by default.
  const { headersOfBuild } = await import('../policy/headers-command.js');
  const result = headersOfBuild(build);
  if ('error' in result) throw new CommandError(result.error);
  print(result.text);
  for (const problem of result.problems) console.error(plainText(problem));
  return result.problems.length === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
