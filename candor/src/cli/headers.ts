import { resolve } from 'node:path';
import { CommandError } from './application.js';
import { buildIn } from './build-folder.js';
import { formats, isFormat } from './headers/formats.js';
import { planHeaders, type Remark } from './headers/plan-headers.js';
import { readServedBuild } from './headers/served-build.js';
import { writeOutput } from './headers/write-output.js';
import type { Terminal } from './init.js';

export type HeadersOptions = {
  format: string | undefined;
  /** A file in place of the standard output. */
  output: string | undefined;
  /** Replaces a file of somebody else's without asking. */
  yes: boolean;
  /** Of the build, if it is not that of the application. */
  build: string;
};

/**
 * Writes the headers that Candor's server would send with what a build has ready, for a platform that sends it without asking that
 * server. Remarks go to the standard error.
 * @returns the status of the process: 0, every page that is served without the server has its headers; 1, some have not
 * @throws CommandError where there is nothing to read, or to write to
 */
export async function headers(
  folder: string,
  { format = '', output, yes, build }: HeadersOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  if (!isFormat(format))
    throw new CommandError(`Say for whom: --format with one of ${Object.keys(formats).join(', ')}.`);
  const served = readServedBuild(buildIn(build === '' ? folder : resolve(build)), folder);
  const plan = planHeaders(served);
  const { text, problems: unwritten } = formats[format](plan.entries);
  if (output === undefined) terminal.print(text);
  else await writeOutput(resolve(output), text, { format, yes }, terminal);
  const problems = [...plan.problems, ...unwritten];
  for (const line of [...problems.map(sentence), ...notes(served)]) console.error(line);
  return problems.length === 0 ? 0 : 1;
}

const sentence = ({ path, says }: Remark) => `${path} ${says}`;

function notes({ rendered, headerRules }: ReturnType<typeof readServedBuild>): string[] {
  return [
    ...(rendered.length > 0
      ? [`Rendered by the server, which sends their headers itself: ${rendered.join(', ')}`]
      : []),
    ...(headerRules.some(({ isConditional }) => isConditional)
      ? ['Rules of headers() in next.config with `has` or `missing` were left out.']
      : []),
  ];
}
