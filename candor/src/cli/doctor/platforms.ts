/** One sentence of the list, and how it is known: `run`, by a test or by hand, or `read` in the documents of the platform or in code. */
export type Fact = { says: string } & ({ how: 'run'; by: string } | { how: 'read' });

/** An item of the list “Where do I run” in docs/operating.md, which a test writes from here. */
export type Platform = {
  name: string;
  /** The promises that hold as they do on a server of your own. */
  whole: Fact[];
  weaker: Fact[];
  settings: Fact[];
};

const run = (says: string, by: string): Fact => ({ says, how: 'run', by });
const read = (says: string): Fact => ({ says, how: 'read' });
const byHand = 'by hand';
const byExport = 'tests/adoption/static-export.spec.ts';

/** Of functions that live for a request. @param variable by which Candor recognises them */
const ofFunctions = (variable: string): Fact[] => [
  read(`\`LIFETIME=request\` and \`OUTBOX_LIFETIME=process\` are the defaults where \`${variable}\` is set.`),
  read('Set `OUTBOX_URL`, and have a cron job ask `GET /monitoring` every minute: it sends what is stored.'),
];

const limitsOfEach = read(
  'Limits, counters and the state of an event are those of one instance, unless `OUTBOX_URL` is set.',
);

const ofCdn = read(
  'With a policy: static files and prerendered pages come from the platform itself, which has to send what `npx candor headers` prints.',
);

export const platforms = {
  'virtual-machine': {
    name: 'A virtual machine, or any server with a disk',
    whole: [run('Everything.', 'npm test')],
    weaker: [
      run(
        'With the machine goes what waits on its disk, unless `OUTBOX_URL` is set.',
        'tests/soak/shared-outbox.test.ts',
      ),
    ],
    settings: [run('`OUTBOX_DIR` outside of the build’s folder.', 'tests/browser/deployment.spec.ts')],
  },
  container: {
    name: 'A container',
    whole: [run('Everything, for a user without a name and on a read-only root.', byHand)],
    weaker: [run('Without a volume, what waits is gone with the container.', byHand)],
    settings: [
      run('`HOSTNAME=0.0.0.0`, and `OUTBOX_DIR` on a volume.', byHand),
      run('Without a volume `OUTBOX_URL`.', 'tests/soak/shared-outbox.test.ts'),
      run('Without either `OUTBOX_LIFETIME=process`.', byHand),
    ],
  },
  'kubernetes-with-volumes': {
    name: 'Kubernetes, with persistent volumes',
    whole: [run('Everything: the next process on the volume sends what waits there.', byHand)],
    weaker: [read('On a network file system each small file is written synchronously. We did not try one.')],
    settings: [
      read('A StatefulSet with `volumeClaimTemplates`, and `OUTBOX_DIR` on the volume.'),
      run('`DRAIN_SECONDS=10`, `terminationGracePeriodSeconds: 30`.', 'tests/unit/docs/kubernetes.test.ts'),
    ],
  },
  kubernetes: {
    name: 'Kubernetes, without persistent volumes',
    whole: [
      run(
        'Everything with `OUTBOX_URL`: other pods send what a lost pod had stored.',
        'tests/soak/shared-outbox.test.ts',
      ),
    ],
    weaker: [
      read('An `emptyDir` outlives a restart of its container, and is gone with its pod.'),
      run('Without `OUTBOX_URL`, what waits there is lost.', byHand),
    ],
    settings: [
      run('Those of `docs/kubernetes/candor.yaml`.', 'tests/unit/docs/kubernetes.test.ts'),
      run('Without `OUTBOX_URL` also `OUTBOX_LIFETIME=process`.', byHand),
    ],
  },
  'cloud-run': {
    name: 'Cloud Run',
    whole: [
      run('The server ends within 8 s of SIGTERM.', 'tests/soak/shutdown.test.ts'),
      read('Cloud Run waits 10 s. Everything with `OUTBOX_URL`, where the processor is always allocated.'),
    ],
    weaker: [
      run('With the processor during requests only, an event may wait for the next request.', byHand),
      read('The disk is memory, and gone with the instance.'),
    ],
    settings: [
      read('`HOSTNAME=0.0.0.0`, `OUTBOX_URL`, `OUTBOX_LIFETIME=process`, `DRAIN_SECONDS=0`, `TRUSTED_PROXY_HOPS=1`.'),
      read('With the processor during requests only, also `LIFETIME=request`.'),
    ],
  },
  vercel: {
    name: 'Vercel',
    whole: [read('Screens, references and log lines of the pages and handlers that a function serves.')],
    weaker: [
      read(
        'An event that was neither sent nor stored within 2 s after its response is lost. SIGTERM comes 500 ms before the end.',
      ),
      limitsOfEach,
      ofCdn,
    ],
    settings: ofFunctions('VERCEL'),
  },
  netlify: {
    name: 'Netlify',
    whole: [read('Screens, references and log lines of the pages and handlers that a function serves.')],
    weaker: [
      read('An event that was neither sent nor stored within 2 s after its response is lost.'),
      limitsOfEach,
      ofCdn,
    ],
    settings: ofFunctions('NETLIFY'),
  },
  'static-export': {
    name: 'A static export, on any host',
    whole: [
      run('Screens and references of failures in browsers, and the 404.', byExport),
      run('Their delivery, if the host passes `/monitoring` on to a server with Candor.', byExport),
    ],
    weaker: [
      run('Without such a server events stay in the browser, `queued`.', byExport),
      read('There are no log lines, and stacks name chunks.'),
    ],
    settings: [
      run('No `app/monitoring/route.ts`: Next stops the build there.', byExport),
      run('The browser’s `Host` as `X-Forwarded-Host`.', byExport),
      run('With a policy, what `npx candor headers` prints, in a form that the host reads.', byExport),
    ],
  },
} satisfies Record<string, Platform>;

export type PlatformId = keyof typeof platforms;
