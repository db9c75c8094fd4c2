/** Of an administrator, and of programs that act for one. */
export type Account = { email: string; password: string; token: string };

export type Project = { id: string; dsn: string; slug: string };

/** An event as Bugsink has it: what arrived, and its stack as it shows it, with source maps. */
export type StoredEvent = {
  data: { exception?: { values: StoredException[] }; [field: string]: unknown };
  stacktrace_md: string;
};

type StoredException = {
  type: string;
  value: string;
  stacktrace?: { frames: { filename: string; lineno?: number; context_line?: string }[] };
};

const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((set) => set.split(';')[0] ?? '');

/**
 * What its users do at Bugsink, by its pages and its API.
 * @param basePath the path in front of all others, which a proxy removes
 */
export function bugsinkClient(url: string, basePath: string, { email, password, token }: Account) {
  const api = `${url}/api/canonical/0`;
  let cookies: string | undefined;

  async function ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${api}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Bugsink responded with ${response.status} to ${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async function list<Item>(path: string): Promise<Item[]> {
    const { results, next } = await ask<{ next: string | null; results: Item[] }>(path);
    if (next !== null) throw new Error(`Bugsink has more than one page of ${path}.`);
    return results;
  }

  async function signIn(): Promise<string> {
    const address = `${url}/accounts/login/`;
    const form = await fetch(address);
    const [Cookie = ''] = cookiesOf(form);
    const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await form.text()) ?? [];
    const response = await fetch(address, {
      method: 'POST',
      headers: { Cookie },
      body: new URLSearchParams({ csrfmiddlewaretoken, username: email, password }),
      redirect: 'manual',
    });
    if (response.status !== 302) throw new Error(`Bugsink responded with ${response.status} to the sign-in.`);
    return cookiesOf(response).join('; ');
  }

  async function open(path: string): Promise<Response> {
    cookies ??= await signIn();
    return fetch(`${url}${path}`, { headers: { Cookie: cookies }, redirect: 'manual' });
  }

  /** Where its page for this id leads to: the path of its page of the event, with its own ids of the issue and of the event. */
  async function pageOf(id: string): Promise<{ path?: string; event?: string }> {
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const location = (await open(`/issues/event/${uuid}/`)).headers.get('Location')?.replace(basePath, '') ?? '';
    const [path, event] = /^\/issues\/issue\/[\w-]+\/event\/([\w-]+)\/$/.exec(location) ?? [];
    return { path, event };
  }

  return {
    async createProject(name: string): Promise<Project> {
      const [team = await ask<{ id: string }>('teams/', { name: 'team' })] = await list<{ id: string }>('teams/');
      const { id } = await ask<{ id: string }>('projects/', { name, team: team.id, alert_on_new_issue: false });
      return ask<Project>(`projects/${id}/`);
    },

    /** The event that its page for this id leads to, as its API has it, or `undefined` if it has none yet. */
    async event(id: string): Promise<StoredEvent | undefined> {
      const { event } = await pageOf(id);
      return event === undefined ? undefined : ask<StoredEvent>(`events/${event}/`);
    },

    /** What its page for this id has to say beside the stack. */
    async details(id: string): Promise<string> {
      const response = await open(`${(await pageOf(id)).path}details/`);
      if (response.status !== 200) throw new Error(`Bugsink responded with ${response.status} for event ${id}.`);
      return response.text();
    },

    /** The ids of all events of a project, one for each time that it is stored. */
    async eventIds(project: Project): Promise<string[]> {
      const issues = await list<{ id: string }>(`issues/?project=${project.id}`);
      const events = await Promise.all(issues.map(({ id }) => list<{ event_id: string }>(`events/?issue=${id}`)));
      const ids = events.flat().map(({ event_id }) => event_id.replaceAll('-', ''));
      return ids.sort();
    },
  };
}
