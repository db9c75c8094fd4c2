import { test } from 'playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { dependencies, inFolder, npmOptions, packed, root, run, writeFiles } from './adopt';

// A team tests its own error.tsx. Outside of a build nothing puts texts in place of Candor's constants.

const { vitest, 'happy-dom': happyDom, '@testing-library/react': library } = packageJson.devDependencies;

const sources = {
  'package.json': {
    dependencies: { ...dependencies, candor: packed },
    devDependencies: {
      ...{ '@testing-library/react': library, '@testing-library/dom': '10.4.2', vitest, 'happy-dom': happyDom },
      ...{ jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' },
    },
  },
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

test('a team tests its error.tsx with Vitest and with Jest, as the guide says', () =>
  inFolder(async (folder) => {
    const guide = await readFile(join(root, 'docs/adopting-answers.md'), 'utf8');
    const [, config = ''] = /\/\/ jest\.config\.mjs\n([^`]*)/.exec(guide) ?? [];
    await writeFiles(folder, { ...sources, 'jest.config.mjs': config });
    await run(folder, 'npm', ['install', ...npmOptions, '--ignore-scripts']);
    await run(folder, 'npx', ['--no-install', 'vitest', 'run']);
    await run(folder, 'npx', ['--no-install', 'jest']);
  }));
