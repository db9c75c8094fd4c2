import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Issue = { number: number; title: string; body: string; state: 'open' | 'closed' };

/**
 * What a script needs of the service that hosts a repository, on loopback: its issues.
 * https://docs.github.com/en/rest/issues/issues
 */
export async function startIssuesApi(existing: readonly Omit<Issue, 'number' | 'body'>[] = []) {
  const repository = 'acme/candor';
  const token = 'ghs_token-of-a-workflow';
  const issues: Issue[] = existing.map((issue, index) => ({ ...issue, body: '', number: index + 1 }));
  let failure: number | undefined;

  const server = createServer(async (request, response) => {
    const respond = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const sent = await text(request);
    if (failure !== undefined) return respond(failure, { message: 'Not now' });
    if (request.headers.authorization !== `Bearer ${token}`) return respond(401, { message: 'Bad credentials' });
    if (pathname !== `/repos/${repository}/issues`) return respond(404, { message: 'Not Found' });
    const shown = (issue: Issue) => ({
      ...issue,
      html_url: `https://hosting.test/${repository}/issues/${issue.number}`,
    });
    if (request.method === 'POST') {
      const { title, body } = JSON.parse(sent) as Issue;
      const issue: Issue = { number: issues.length + 1, title, body, state: 'open' };
      issues.push(issue);
      return respond(201, shown(issue));
    }
    const [size, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name)));
    const wanted = issues.filter(({ state }) => state === searchParams.get('state')).reverse();
    respond(200, wanted.slice(((page ?? 1) - 1) * (size ?? 30), (page ?? 1) * (size ?? 30)).map(shown));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** What a workflow has of it. */
    environment: { GITHUB_API_URL: url, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token },
    issues,
    /** From now on it responds to everything with this status. */
    failWith(status: number) {
      failure = status;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
