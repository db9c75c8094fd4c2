import { AnyMap, originalPositionFor, sourceContentFor } from '@jridgewell/trace-mapping';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright/test';
import { copyApplication } from '../support/application-copy';
import { manyFailures, startProcess } from '../support/application';
import { openBundle, type UploadedScript } from '../support/artifact-bundle';
import type { ReceivedEvent } from '../support/fake-ingest';
import { layFailingPage } from '../support/tested-application';
import { builtOnce } from '../support/site-folder';
import { startUploadApi, type UploadApi } from '../support/upload-api';
import { expect, expecting, failInBrowser, sampleError, test as base } from './fixtures';

const release = 'candor@1.0.0+uploaded';

type Copy = Awaited<ReturnType<typeof copyApplication>>;
type Built = { api: UploadApi; built: string; printed: string; uploaded: Map<string, UploadedScript> };

/** The application as a build makes it that uploads its source maps, by Sentry's tool, to a stand-in of Sentry. */
const test = base.extend<object, { copy: Copy; build: Built }>({
  copy: [
    async ({}, provide) => {
      const copy = await copyApplication('uploaded');
      await layFailingPage(copy.folder);
      await provide(copy);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  build: [
    async ({ copy }, provide) => {
      const api = await startUploadApi();
      const { code, stdout, stderr } = await copy.build({ ...api.settings, SENTRY_RELEASE: release, ...builtOnce });
      await api.close();
      expect(code, stderr).toBe(0);
      const uploaded = new Map(api.bundles.flatMap(({ bytes }) => [...openBundle(bytes)]));
      await provide({ api, built: join(copy.folder, '.next'), printed: stdout + stderr, uploaded });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  application: [
    async ({ ingest, build }, provide) => {
      const OUTBOX_DIR = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
      const settings = { SENTRY_DSN: ingest.dsn, OUTBOX_DIR, ...manyFailures };
      const application = await startProcess(() => [join(build.built, 'standalone/server.js')], settings);
      await provide(application);
      await application.stop();
    },
    { scope: 'worker' },
  ],
});
// One worker, so one copy, and one build of it.
test.describe.configure({ mode: 'default', timeout: 600_000 });

test('the build uploads two bundles, makes the release, and requests nothing else', ({ build }) => {
  expect(build.api.bundles).toMatchObject([{ release }, { release }]);
  expect(build.api.releases).toEqual([
    { version: release, projects: ['web'], dateReleased: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
  expect(build.api.unknown).toEqual([]);
  expect(build.printed).toContain(`The source maps of release ${release} are uploaded.`);
});

for (const { side, folder } of [
  { side: 'browser', folder: 'static' },
  { side: 'server', folder: 'server' },
]) {
  test(`every chunk of the ${side} is uploaded with its map, as it is, under the id it bears`, ({ build }) => {
    const served = join(build.built, 'standalone/.next', folder);
    const scripts = filesIn(served).filter((file) => file.endsWith('.js'));
    const withoutId = scripts.filter((file) => !/^\/\/# debugId=/m.test(read(served, file)));
    expect(withoutId.filter((file) => !isWithoutSource(build.built, file, read(served, file)))).toEqual([]);

    const withId = scripts.filter((file) => !withoutId.includes(file));
    expect(withId.length).toBeGreaterThan(10);
    const unlike = withId.filter((file) => {
      const script = read(served, file);
      const [, id = ''] = /^\/\/# debugId=(\S+)/m.exec(script) ?? [];
      const { script: uploaded = '', map = '' } = build.uploaded.get(id) ?? {};
      return withoutMapName(uploaded) !== withoutMapName(script) || !map.includes('"mappings"');
    });
    expect(unlike).toEqual([]);
  });
}

test('neither a map nor the token is left in the build or printed', ({ build }) => {
  expect(filesIn(join(build.built, 'standalone')).filter((file) => file.endsWith('.map'))).toEqual([]);
  expect(filesIn(join(build.built, 'static')).filter((file) => file.endsWith('.map'))).toEqual([]);
  const { SENTRY_AUTH_TOKEN } = build.api.settings;
  expect(build.printed).not.toContain(SENTRY_AUTH_TOKEN);
  const telling = filesIn(build.built).filter((file) => read(build.built, file).includes(SENTRY_AUTH_TOKEN));
  expect(telling).toEqual([]);
});

test.use(expecting(sampleError));

for (const { side, fail, file, line } of [
  {
    side: 'browser',
    fail: async ({ page }: { page: Page }) => (await failInBrowser(page)).id,
    file: /\/app\/failing-page\/controls\.tsx$/,
    line: "new Error('Sample error: an event handler of the tests threw.')",
  },
  {
    side: 'server',
    fail: async ({ request }: { request: APIRequestContext }) =>
      (await request.get('/failing-page?fail=server-render')).headers()['error-digest'],
    file: /\/app\/failing-page\/page\.tsx$/,
    line: "throw new Error('Sample error: a page of the tests failed before it was sent.')",
  },
]) {
  test(`a minified frame of the ${side} leads to the line that threw`, async ({ page, request, ingest, build }) => {
    const id = await fail({ page, request });
    const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
    expect(event.release).toBe(release);
    const origin = { file: expect.stringMatching(file) as unknown, line: expect.stringContaining(line) as unknown };
    expect(originOf(event, build.uploaded)).toEqual(origin);
  });
}

/** Where the topmost frame of the application comes from, found as the service finds it: by the debug id of its file. */
function originOf(event: ReceivedEvent, uploaded: Map<string, UploadedScript>) {
  const { exception, debug_meta } = event as unknown as {
    exception: { values: { stacktrace: { frames: Frame[] } }[] };
    debug_meta: { images: { type: string; code_file: string; debug_id: string }[] };
  };
  const frame = exception.values.at(-1)?.stacktrace.frames.findLast(({ in_app }) => in_app);
  const image = debug_meta.images.find(({ code_file }) => code_file === (frame?.abs_path ?? frame?.filename));
  const map = new AnyMap(uploaded.get(image?.debug_id ?? '')?.map ?? '{}');
  const origin = originalPositionFor(map, { line: frame?.lineno ?? 1, column: (frame?.colno ?? 1) - 1 });
  const lines = (origin.source !== null && sourceContentFor(map, origin.source)?.split('\n')) || [];
  return { file: origin.source, line: lines[(origin.line ?? 0) - 1] };
}
type Frame = { filename?: string; abs_path?: string; lineno?: number; colno?: number; in_app?: boolean };

/** What has no code of anybody's that could fail with an id of its own: */
function isWithoutSource(built: string, file: string, script: string): boolean {
  const { polyfillFiles } = JSON.parse(read(built, 'build-manifest.json')) as { polyfillFiles: string[] };
  return (
    /manifest\.js$/i.test(file) || // Next's lists of files.
    polyfillFiles.includes(`static/${file}`) || // As they were published, and for old browsers only.
    file.endsWith('[turbopack]_runtime.js') || // What loads the server's chunks; the bundler gives it no id.
    /^(var R=require\(".*\[turbopack\]_runtime\.js"\)|__turbopack_load_page_chunks__\()/.test(script) // A list of chunks.
  );
}

/** Scripts that are the same under two names have one id. */
function withoutMapName(script: string): string {
  return script.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
