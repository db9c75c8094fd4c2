import { unusedOptions } from '../../build/check-hooks.js';
import { findFile, findFiles, read, type Application } from '../../application/read-application.js';
import { addedKilobytes, callsCandor, hooksOf, tunnelOf, withoutHook } from '../../application/hooks.js';
import { planInit } from '../plan-init.js';
import type { Change } from '../../application/plan.js';
import { showLeft } from '../show.js';
import type { Finding, Looked } from './finding.js';
import { screensWithoutReference } from './screens-without-reference.js';

/** Whether nothing in an application calls Candor yet. */
function isWithoutCandor(application: Application): boolean {
  const { folder } = application;
  const paths = [findFile(folder, 'next.config') ?? '', ...hooksOf(application).map(({ path }) => path)];
  return paths.every((path) => path === '' || !callsCandor.test(read(folder, path) ?? ''));
}

/** What is missing, doubled, or left for a person. Where nothing calls Candor yet, what `init` would write. */
export function lookAtHooks(application: Application): Looked {
  const { folder } = application;
  const { changes, left } = planInit(application);
  const isWithout = isWithoutCandor(application);
  const missing = isWithout ? [proposal(changes)] : changes.map((change) => missingChange(application, change));
  const others = [...left.filter(({ isOptional }) => !isOptional), ...unusedOptions(folder)];
  return {
    findings: [...missing, ...others.map((one) => ({ about: 'hooks' as const, ...one })), ...doubled(application)],
    notes: [
      ...left.filter(({ isOptional }) => isOptional).map((one) => showLeft([one]).trimEnd()),
      ...(isWithout ? [] : screensWithoutReference(application)),
    ],
  };
}

function proposal(changes: readonly Change[]): Finding {
  const lines = changes.reduce((sum, { before = '', after = '' }) => {
    const own = before.split('\n');
    return sum + after.split('\n').filter((line) => line !== '' && !own.includes(line)).length;
  }, 0);
  const paths = changes.map(({ path }) => path).join(', ');
  return {
    about: 'hooks',
    says: `Candor is not here yet. \`candor init\` would write ${lines} lines in ${changes.length} files: ${paths}. A first visit would load about ${addedKilobytes} kB more.`,
  };
}

function missingChange(application: Application, { path, before, after = '' }: Change): Finding {
  const hook = hooksOf(application).find((one) => one.path === path);
  const means = hook ? withoutHook(hook, before !== undefined) : meaningOf(path, tunnelOf(application));
  const line = before === undefined ? undefined : firstDifference(before, after);
  return {
    about: 'hooks',
    path,
    ...(line !== undefined && { line }),
    says: `${means} \`candor init\` writes it.`,
  };
}

/** Of what `init` changes beside the hooks. */
function meaningOf(path: string, tunnel: string): string {
  if (path.startsWith('next.config')) return 'It does not call withCandor, so the hooks do not work in a build.';
  return `Its matcher includes /${tunnel}, so a redirect or a login there keeps the reports of browsers away.`;
}

function firstDifference(before: string, after: string): number {
  const [own, other] = [before.split('\n'), after.split('\n')];
  return own.findIndex((line, index) => line !== other[index]) + 1 || own.length;
}

/** Files of which Next reads one only, and calls that are made twice. */
function doubled(application: Application): Finding[] {
  const { folder, sources } = application;
  const names = hooksOf(application).map(({ path }) => path.slice(0, path.lastIndexOf('.')));
  const files = [...names, 'next.config'].flatMap((name): Finding[] => {
    const elsewhere = sources && !name.startsWith(`${sources}app/`) ? name.slice(sources.length) : undefined;
    const isInSources = name.startsWith(sources);
    const [read, ...others] = [
      ...findFiles(folder, name),
      ...(elsewhere !== undefined && isInSources ? findFiles(folder, elsewhere) : []),
    ];
    return others.map((path) => ({
      about: 'hooks',
      path,
      says: `Next reads ${read}, or this file, and not both. Keep one of them.`,
    }));
  });
  return [...files, ...callsTwice(folder)];
}

function callsTwice(folder: string): Finding[] {
  const path = findFile(folder, 'next.config');
  const text = path === undefined ? '' : (read(folder, path) ?? '');
  const [, second] = [...text.matchAll(/\b(withCandor|withPolicy)\s*\(/g)];
  if (path === undefined || second === undefined) return [];
  const says =
    second[1] === 'withPolicy'
      ? 'Take out withPolicy: withCandor has it as its setting `policy`.'
      : 'Take out one of the two calls: withCandor is called once.';
  return [{ about: 'hooks', path, line: text.slice(0, second.index).split('\n').length, says }];
}
