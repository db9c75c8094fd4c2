import nextCoreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';

// Imports run one way: routes -> screens -> browser or server -> delivery, scrubbing or policy. All may import candor's own files.
const rooms = { screens: 'browser|server|scrubbing', browser: 'scrubbing', server: 'delivery|scrubbing|policy' };
/** @param {string} name */
const room = (name, imports = '') => ({
  target: `./candor/${name}`,
  from: [`./candor/!(${[name, imports].filter(Boolean).join('|')})/**`, './{app,pages,tests,scripts}', './*.ts'],
});
const importDirection = [
  ...Object.entries(rooms).map(([name, imports]) => room(name, imports)),
  ...['delivery', 'scrubbing', 'policy'].map((name) => room(name)),
  {
    target: './candor/*.ts',
    from: ['./{app,pages,tests,scripts}', './candor/{screens,browser,server,delivery,policy}/**', './*.ts'],
  },
  { target: './{app,pages,*.ts}', from: './tests' },
];

const config = [
  { ignores: ['.next/', '.failing-routes/', '.bench/', '.copies/', 'next-env.d.ts', 'test-results/'] },
  ...nextCoreWebVitals,
  ...nextTypescript,
  {
    rules: {
      'import/no-restricted-paths': ['error', { zones: importDirection }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
    },
  },
  { files: ['scripts/**', 'tests/**'], rules: { 'no-console': 'off' } },
];

export default config;
