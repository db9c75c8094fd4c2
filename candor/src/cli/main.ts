#!/usr/bin/env node
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { CommandError } from '../application/read-application.js';
import { doctor } from './doctor.js';
import { buildIn } from './build-folder.js';
import { init } from './init.js';
import { remove } from './remove.js';
import { plainText } from './plain-text.js';
import { processTerminal } from './terminal.js';
import { where } from './where.js';

const usage = `candor init [FOLDER]    writes the files by which Next finds Candor, and prints what is left to change
candor remove [FOLDER]  takes them out again
candor doctor [FOLDER]  says what does not hold there, or with --url at a running site, and what to do
candor headers [FOLDER] prints the headers of the pages that a build has ready, as JSON, for a server that sends them itself
candor where [PLACE]    prints the source of a place of a build, as chunk.js:1:20444, or of a whole stack on standard input

FOLDER is that of the application, as apps/web; without it the one that this is called in.

  --dry-run      shows what would be written, and writes nothing
  --yes          does not ask; without a terminal nothing is written otherwise
  --example      init: with a page that fails on purpose; remove: that page alone

  --url ADDRESS  of a running site, as https://example.org
  --fail PATH    of a page of that site that throws: its failure is followed to its delivery
  --json         one JSON document: holds, findings, notes
  --verbose      also what is of use only to look for a problem

  --build FOLDER where, headers: of the application, or of a build

The status is 0 if all went well or holds, 1 if not, and 2 if the command could not look.`;

const commands = { init, remove };

/** Runs a command. @returns the status of the process */
async function run(args: string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', short: 'y', default: false },
        'dry-run': { type: 'boolean', default: false },
        example: { type: 'boolean', default: false },
        url: { type: 'string' },
        fail: { type: 'string' },
        json: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        build: { type: 'string', default: '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [name = '', folder = '', ...more] = positionals;
    const isKnown = (/^(?:doctor|headers|where)$/.test(name) || Object.hasOwn(commands, name)) && more.length === 0;
    if (values.help || !isKnown) {
      terminal.print(usage);
      return values.help ? 0 : 2;
    }
    if (name === 'doctor') return await doctor(resolve(folder), values, terminal);
    if (name === 'headers') return await printHeaders(buildIn(resolve(values.build || folder)), terminal);
    if (name === 'where') return where(folder || (await text(process.stdin)), resolve(values.build), terminal);
    const { yes, example, 'dry-run': dryRun } = values;
    return await commands[name as keyof typeof commands](resolve(folder), { yes, dryRun, example }, terminal);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const isOfUsage = code?.startsWith('ERR_PARSE_ARGS') === true;
    // Of a file that cannot be read, and the like, the message says which.
    if (!(error instanceof CommandError) && !isOfUsage && syscall === undefined) throw error;
    console.error(plainText(isOfUsage ? `${(error as Error).message}\n\n${usage}` : (error as Error).message));
    return isOfUsage ? 2 : 1;
  }
}

/** @returns the status of the process: 0, every page has its headers; 1, some have not */
async function printHeaders(build: string, { print }: { print(text: string): void }): Promise<0 | 1> {
  // eslint-disable-next-line import/no-restricted-paths -- The one import of the policy here, which is off by default.
  const { headersOfBuild } = await import('../policy/headers-command.js');
  const result = headersOfBuild(build);
  if ('error' in result) throw new CommandError(result.error);
  print(result.text);
  for (const problem of result.problems) console.error(plainText(problem));
  return result.problems.length === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2));
