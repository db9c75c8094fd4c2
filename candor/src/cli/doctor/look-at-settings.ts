import { parseEnv } from 'node:util';
import { readSettings } from '../../server/settings.js';
import { SettingsError } from '../../shared/settings-error.js';
import { read } from '../../application/read-application.js';
import type { Finding, Looked } from './finding.js';

/** Where Next reads settings from for production, the first with a name first. The environment goes before all of them. */
const files = ['.env.production.local', '.env.local', '.env.production', '.env'];

type Written = { name: string; value: string; path?: string; line?: number };

/** The settings of a server that is built or started here. */
export function lookAtSettings(folder: string, env: Record<string, string | undefined>): Looked {
  const ofProcess: Written[] = Object.entries(env).map(([name, value = '']) => ({ name, value }));
  const written = [...ofProcess, ...files.flatMap((path) => writtenIn(folder, path))];
  const effective = new Map([...written].reverse().map((one) => [one.name, one]));
  const values = Object.fromEntries([...effective].map(([name, { value }]) => [name, value]));
  const notes = values.SENTRY_DSN
    ? []
    : ['SENTRY_DSN is not set here. A server without it logs each failure, and sends none.'];
  return { findings: problemsOf(values).map((problem) => toFinding(problem, effective)), notes };
}

function writtenIn(folder: string, path: string): Written[] {
  const text = read(folder, path) ?? '';
  const entries = Object.entries(parseEnv(text) as Record<string, string>);
  const known = entries.filter(([, value]) => !value.includes('$')); // Next puts other settings in the place of `$NAME`.
  return known.map(([name, value]) => ({ name, value, path, line: lineOf(text, name) }));
}

function lineOf(text: string, name: string): number {
  const isOf = (line: string) => /^\s*(?:export\s+)?([^=\s]+)\s*=/.exec(line)?.[1] === name;
  return text.split('\n').map(isOf).lastIndexOf(true) + 1;
}

function problemsOf(values: Record<string, string>): readonly string[] {
  try {
    readSettings({ ...values, NODE_ENV: 'production' });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function toFinding(problem: string, effective: Map<string, Written>): Finding {
  const [name = ''] = problem.split(' ', 1);
  const { path, line } = effective.get(name) ?? {};
  return { about: 'settings', ...(path !== undefined && { path, line }), says: `${problem}. A build stops there.` };
}
