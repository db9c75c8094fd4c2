import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { respondWith, type Respond } from './fake-ingest';
import { close, listen } from './loopback';

const organisation = 'acme';
const project = 'web';
const token = 'sntrys_upload-token';
const api = `/api/0/organizations/${organisation}`;

type Question = { request: IncomingMessage; body: Buffer; url: string };
type Assembly = { checksum: string; chunks: string[]; projects: string[]; version: string };

/**
 * What Sentry's tool needs of Sentry to upload source maps, on loopback. What it asks beyond that gets 404 and
 * noted. https://docs.sentry.io/api/releases/ and, for the chunks, the Relay of getsentry/sentry.
 */
export async function startUploadApi() {
  const chunks = new Map<string, Buffer>();
  /** Artifact bundles as they were assembled, each with the release it names. */
  const bundles: { release: string; bytes: Buffer }[] = [];
  const unknown: string[] = [];
  let respondToAll: Respond | undefined;

  const routes: Record<string, (question: Question) => Respond | Promise<Respond>> = {
    [`GET ${api}/`]: ({ url }) =>
      respondWithJson(200, { slug: organisation, links: { organizationUrl: url, regionUrl: url } }),
    [`GET ${api}/chunk-upload/`]: ({ url }) =>
      respondWithJson(200, {
        ...{ url: `${url}${api}/chunk-upload/`, chunkSize: 8 * 1024 * 1024, chunksPerRequest: 64, concurrency: 8 },
        ...{
          maxRequestSize: 32 * 1024 * 1024,
          maxFileSize: 2 * 1024 ** 3,
          hashAlgorithm: 'sha1',
          compression: ['gzip'],
        },
        accept: ['artifact_bundles', 'artifact_bundles_v2'],
      }),
    [`POST ${api}/chunk-upload/`]: async ({ request, body }) => {
      const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      for (const file of form.getAll('file_gzip') as File[]) {
        const chunk = gunzipSync(await file.arrayBuffer());
        if (sha1(chunk) !== file.name) return respondWithJson(400, { detail: 'A chunk is not what its name says.' });
        chunks.set(file.name, chunk);
      }
      return respondWithJson(200, {});
    },
    [`POST ${api}/artifactbundle/assemble/`]: ({ body }) => {
      const wanted = JSON.parse(body.toString()) as Assembly;
      const missingChunks = wanted.chunks.filter((name) => !chunks.has(name));
      if (missingChunks.length > 0) return respondWithJson(200, { state: 'not_found', missingChunks });
      const bytes = Buffer.concat(wanted.chunks.map((name) => chunks.get(name) ?? Buffer.of()));
      if (sha1(bytes) !== wanted.checksum || !wanted.projects.includes(project)) {
        return respondWithJson(200, { state: 'error', missingChunks, detail: 'The bundle is not what was announced.' });
      }
      bundles.push({ release: wanted.version, bytes });
      return respondWithJson(200, { state: 'created', missingChunks });
    },
  };

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const name = `${request.method} ${request.url}`;
    const route = routes[name];
    if (route === undefined) unknown.push(name);
    if (respondToAll) return respondToAll(response);
    if (request.headers.authorization !== `Bearer ${token}`)
      return respondWithJson(401, { detail: 'Invalid' })(response);
    const respond = route ? await route({ request, body, url }) : respondWithJson(404, { detail: 'Not here' });
    respond(response);
  });
  const { url } = await listen(server);

  return {
    /** For a build that uploads here. */
    settings: { SENTRY_AUTH_TOKEN: token, SENTRY_ORG: organisation, SENTRY_PROJECT: project, SENTRY_URL: url },
    bundles,
    unknown,
    /** How it responds to everything from now on. */
    answer(respond: Respond) {
      respondToAll = respond;
    },
    close: () => close(server),
  };
}

export type UploadApi = Awaited<ReturnType<typeof startUploadApi>>;

function respondWithJson(status: number, body: object): Respond {
  return respondWith(status, body, { 'Content-Type': 'application/json' });
}

function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}
