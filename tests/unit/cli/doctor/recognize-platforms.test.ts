import { expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/cli/application';
import { platformOfManifest, recognizePlatforms } from '../../../../candor/src/cli/doctor/recognize-platforms';
import { bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

const found = (env: Record<string, string> = {}, at = folder()) =>
  recognizePlatforms(readApplication(at), env).map(({ id, foundBy }) => `${id} by ${foundBy}`);

const deployment = 'apiVersion: apps/v1\nkind: Deployment\n';
const claim = '      volumes:\n        - persistentVolumeClaim:\n            claimName: outbox\n';

test.each([
  ['vercel.json', '{}', 'vercel'],
  ['.vercel/project.json', '{}', 'vercel by .vercel'],
  ['netlify.toml', '', 'netlify'],
  ['fly.toml', '', 'container'],
  ['Dockerfile', '', 'container'],
  ['service.yaml', 'apiVersion: serving.knative.dev/v1\nkind: Service\n', 'cloud-run'],
  ['k8s/shop.yaml', deployment, 'kubernetes'],
  ['deploy/shop.yml', deployment + claim, 'kubernetes-with-volumes'],
])('%s with %j is recognised', (path, text, id) => {
  write({ ...bare, [path]: text });
  expect(found()).toEqual([id.includes(' by ') ? id : `${id} by ${path}`]);
});

test.each([
  ['VERCEL', 'vercel'],
  ['NETLIFY', 'netlify'],
  ['K_SERVICE', 'cloud-run'],
  ['KUBERNETES_SERVICE_HOST', 'kubernetes'],
])('the variable %s means %s', (name, id) => {
  write(bare);
  expect(found({ [name]: '1' })).toEqual([`${id} by ${name}`]);
  expect(found({ [name]: '' })).toEqual([]);
});

test('a static export is recognised by the configuration', () => {
  write({ ...bare, 'next.config.ts': `export default { output: 'export' };\n` });
  expect(found()).toEqual(['static-export by next.config.ts']);
});

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['an image that runs on Vercel', { Dockerfile: '', 'vercel.json': '' }, {}, ['vercel by vercel.json']],
  ['a build of Vercel’s', { 'vercel.json': '' }, { VERCEL: '1' }, ['vercel by vercel.json']],
  ['a job in a cluster', { 'netlify.toml': '' }, { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, ['netlify by netlify.toml']],
  [
    'two platforms',
    { 'vercel.json': '', 'k8s/a.yaml': deployment },
    {},
    ['vercel by vercel.json', 'kubernetes by k8s/a.yaml'],
  ],
])('of %s each platform is named once, the more special one', (_, files, env, expected) => {
  write({ ...bare, ...files });
  expect(found(env)).toEqual(expected);
});

test('files at the top of the repository count, and those above it do not', () => {
  write(Object.fromEntries(Object.entries(bare).map(([path, text]) => [`top/apps/web/${path}`, text])));
  write({ 'top/Dockerfile': '', 'netlify.toml': '' });
  expect(found({}, folder('top/apps/web'))).toEqual([]); // It is in no repository.
  write({ 'top/.git': 'gitdir: elsewhere' });
  expect(found({}, folder('top/apps/web'))).toEqual(['container by ../../Dockerfile']);
});

test('a file where a folder of manifests would be is left alone', () => {
  write({ ...bare, deploy: '#!/bin/sh\n', 'k8s/values.yaml': 'replicas: 3\n', 'pnpm-lock.yaml': deployment });
  expect(found()).toEqual([]);
});

test.each([
  ['kind: Job\n', undefined],
  ['kind: StatefulSet\nspec:\n  volumeClaimTemplates:\n', 'kubernetes-with-volumes'],
  ['kind: Deployment\nspec:\n  volumes:\n    - emptyDir: {}\n', 'kubernetes'],
  ['apiVersion: v1\nkind: Service\n---\nkind: "Deployment"\n', 'kubernetes'],
])('the manifest %j is of %s', (text, id) => {
  expect(platformOfManifest(text)).toBe(id);
});
