import nextCoreWebVitals from 'eslint-config-next/core-web-vitals';
import nextTypescript from 'eslint-config-next/typescript';

// Imports run one way: routes -> _screens -> _reporting -> _delivery.
const importDirection = [
  { target: './app/_delivery', from: ['./app/!(_delivery)/**', './app/*.tsx'] },
  { target: './app/_reporting', from: ['./app/!(_reporting|_delivery)/**', './app/*.tsx', './*.ts'] },
  { target: './app/_screens', from: ['./app/!(_screens|_reporting)/**', './app/*.tsx', './*.ts'] },
  { target: './{app,pages,*.ts}', from: './tests' },
];

const config = [
  { ignores: ['.next/', '.odd-site/', '.bench/', '.copies/', 'next-env.d.ts', 'test-results/'] },
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
