import { test } from 'playwright/test';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { packed, root, run } from './adopt';
import { writeFiles } from './files';

// A team tests its own error.tsx. Outside of a build nothing puts texts in place of Candor's constants.

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { devDependencies: versions } = packageJson;
const npm = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

const runners = {
  vitest: { vitest: versions.vitest, 'happy-dom': versions['happy-dom'] },
  jest: { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' },
};

const sources = {
  'next.config.mjs': `import { withCandor } from 'candor/config';\nexport default withCandor({});\n`,
  'vitest.config.mjs': `export default { test: { environment: 'happy-dom', globals: true } };\n`,
  'app/layout.jsx': `export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n`,
  'app/error.jsx': `'use client';
    import { report } from 'candor';
    import { ErrorBoundary, SegmentError } from 'candor/screens';
    export default function OwnError(props) {
      return <><SegmentError {...props} /><output>{report(props.error)}</output><ErrorBoundary><Fails /></ErrorBoundary></>;
    }
    function Fails() {
      throw new Error('of a part');
    }`,
  'error.test.jsx': `
    import { render, screen } from '@testing-library/react';
    import OwnError from './app/error';
    const digest = '0123456789abcdef0123456789abcdef';
    test('the screen, the reference and what a boundary shows are there', async () => {
      render(<OwnError error={Object.assign(new Error('of a page'), { digest })} retry={() => {}} />);
      expect(await screen.findByText('Digest: ' + digest)).toBeTruthy();
      expect(screen.getByText(digest)).toBeTruthy();
      expect(screen.getAllByRole('heading', { name: 'Something went wrong' })).toHaveLength(2);
    });`,
};

for (const [runner, packages] of Object.entries(runners)) {
  test(`a team tests its error.tsx with ${runner}, as the guide says`, async () => {
    const guide = await readFile(join(root, 'docs/adopting-answers.md'), 'utf8');
    const [, config = ''] = /\/\/ jest\.config\.mjs\n([^`]*)/.exec(guide) ?? [];
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-team-tests-')));
    try {
      const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, candor: await packed() };
      const { '@testing-library/react': library } = versions;
      const devDependencies = { '@testing-library/react': library, '@testing-library/dom': '10.4.2', ...packages };
      const manifest = { private: true, dependencies, devDependencies };
      await writeFiles(folder, { ...sources, 'jest.config.mjs': config, 'package.json': JSON.stringify(manifest) });
      await run(folder, 'npm', npm);
      await run(folder, 'npx', ['--no-install', runner, ...(runner === 'vitest' ? ['run'] : [])]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
