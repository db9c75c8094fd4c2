import { z } from 'zod';
import { CommandError } from '../run/cli';
import { markdownTable, rowsOf } from './results-table';
import { checkNames, isRed, type SetResult } from './run-set';

/** The repository on the service that hosts it, as its workflows know it. */
export type Hosting = { apiUrl: string; repository: string; token: string };

const timeoutMs = 30_000;
const mostPages = 10;
const issuesSchema = z.array(z.object({ title: z.string(), html_url: z.string() }));
const issueSchema = z.object({ html_url: z.string() });

/** @throws CommandError that names every variable that is missing */
export function readHosting(env: Record<string, string | undefined>): Hosting {
  const read = { apiUrl: env.GITHUB_API_URL, repository: env.GITHUB_REPOSITORY, token: env.GITHUB_TOKEN };
  const missing = ['GITHUB_API_URL', 'GITHUB_REPOSITORY', 'GITHUB_TOKEN'].filter((name) => !env[name]);
  if (missing.length > 0) throw new CommandError(`Set ${missing.join(', ')}: a workflow has them.`);
  return read as Hosting;
}

/**
 * Opens an issue for each red set, unless one with its title is open.
 * @returns a sentence for each red set
 */
export async function openIssues(results: readonly SetResult[], hosting: Hosting): Promise<string[]> {
  const red = results.filter(isRed);
  if (red.length === 0) return [];
  const open = await openTitles(hosting);
  const said: string[] = [];
  for (const result of red) {
    const title = titleOf(result);
    const existing = open.get(title);
    if (existing !== undefined) {
      said.push(`${title}: ${existing} is open.`);
      continue;
    }
    const body = JSON.stringify({ title, body: bodyOf(result) });
    const opened = issueSchema.parse(await ask(hosting, 'issues', { method: 'POST', body }));
    open.set(title, opened.html_url);
    said.push(`${title}: opened ${opened.html_url}.`);
  }
  return said;
}

/** The same on every day, as long as the same versions are red. */
export function titleOf({ versions, bundler, set }: SetResult): string {
  const named = Object.entries(versions).filter(([name]) => name !== 'node');
  return `Red with ${named.map(([name, version]) => `${name} ${version}`).join(', ')}, ${bundler} (${set})`;
}

function bodyOf(result: SetResult): string {
  const failed = checkNames.flatMap((name) => result.checks[name]?.failed.map((title) => `- ${name}: ${title}`) ?? []);
  return [
    markdownTable(rowsOf([result])),
    ...(result.problem === undefined ? [] : ['```', result.problem, '```']),
    ...failed,
    `\`npm run test:versions ${result.set}\` runs it again, and \`npm run patched-files\` compares the files of two versions.`,
  ].join('\n\n');
}

/** Titles of the open issues, and their addresses. */
async function openTitles(hosting: Hosting): Promise<Map<string, string>> {
  const open = new Map<string, string>();
  for (let page = 1; page <= mostPages; page++) {
    const issues = issuesSchema.parse(await ask(hosting, `issues?state=open&per_page=100&page=${page}`));
    for (const { title, html_url } of issues) open.set(title, html_url);
    if (issues.length < 100) return open;
  }
  return open;
}

async function ask({ apiUrl, repository, token }: Hosting, path: string, request: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${apiUrl}/repos/${repository}/${path}`, {
    ...request,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new CommandError(`${request.method ?? 'GET'} ${path} was answered with ${response.status}.`);
  return response.json();
}
