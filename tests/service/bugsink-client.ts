/** Of an administrator, and of programs that act for one. */
export type Account = { email: string; password: string; token: string };

export type Project = { id: string; dsn: string; slug: string };

/** An event as Bugsink has it: what arrived, and its stack as it shows it, with source maps. */
export type StoredEvent = {
  data: {
    event_id: string;
    platform: string;
    level?: string;
    release?: string;
    environment?: string;
    transaction?: string;
    fingerprint?: string[];
    tags?: Record<string, string>;
    request?: { url?: string; headers?: Record<string, string> };
    contexts?: Record<string, Record<string, unknown>>;
    breadcrumbs?: { category?: string; message?: string }[];
    exception?: { values: StoredException[] };
  };
  stacktrace_md: string;
};

type StoredFrame = { filename: string; function?: string; lineno?: number; in_app?: boolean; context_line?: string };

type StoredException = {
  type: string;
  value: string;
  mechanism?: { type: string; handled?: boolean };
  stacktrace?: { frames: StoredFrame[] };
};

type List<Item> = { next: string | null; results: Item[] };

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
    const { results, next } = await ask<List<Item>>(path);
    if (next === null) return results;
    const [endpoint = ''] = path.split('?');
    return [...results, ...(await list<Item>(`${endpoint}${new URL(next).search}`))];
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

  /** Where its page for this id leads to: the path of its page of the event. */
  async function pageOf(id: string): Promise<string | undefined> {
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const { headers } = await open(`/issues/event/${uuid}/`);
    return headers.get('Location')?.replace(basePath, '');
  }

  return {
    async createProject(name: string): Promise<Project> {
      const [team = await ask<{ id: string }>('teams/', { name: 'team' })] = await list<{ id: string }>('teams/');
      const { id } = await ask<{ id: string }>('projects/', { name, team: team.id, alert_on_new_issue: false });
      return ask<Project>(`projects/${id}/`);
    },

    /** The event that its page for this id leads to, as its API has it, or `undefined` if it has none yet. */
    async event(id: string): Promise<StoredEvent | undefined> {
      const [, ofBugsink] = /^\/issues\/issue\/[\w-]+\/event\/([\w-]+)\/$/.exec((await pageOf(id)) ?? '') ?? [];
      return ofBugsink ? ask<StoredEvent>(`events/${ofBugsink}/`) : undefined;
    },

    /** The issue that it has put the event into. */
    async issueOf(id: string): Promise<string | undefined> {
      return /^\/issues\/issue\/([\w-]+)\//.exec((await pageOf(id)) ?? '')?.[1];
    },

    /** What its page for this id has to say beside the stack. */
    async details(id: string): Promise<string> {
      const response = await open(`${await pageOf(id)}details/`);
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
