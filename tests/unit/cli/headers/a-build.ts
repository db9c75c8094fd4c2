import { hashSource } from '../../../../candor/src/policy/hash-source';
import { policySettings, type TeamPolicySettings } from '../../../../candor/src/policy/policy-settings';
import { version } from '../../../../candor/src/shared/version';

const script = 'self.__next_f.push([1,"a"])';
export const page = `<html><body><h1>a</h1><script>${script}</script></body></html>`;
export const hash = hashSource(script);

type Config = { basePath?: string; trailingSlash?: boolean; i18n?: object; output?: string; assetPrefix?: string };
type Options = {
  config?: Config;
  settings?: TeamPolicySettings;
  tunnel?: string;
  routes?: Record<string, object>;
  dynamicRoutes?: Record<string, object>;
  rules?: object[];
  record?: object;
};

/** The files of a small build by their paths, as Next and Candor write them. */
export function aBuild(
  documents: Record<string, string>,
  { config = {}, settings = {}, tunnel, routes = {}, dynamicRoutes = {}, rules = [], record = {} }: Options = {},
): Record<string, string> {
  const policy = policySettings(settings, { ...config, tunnel });
  const json = {
    'required-server-files.json': {
      version: 1,
      config: { basePath: '', ...config, compiler: { defineServer: { CANDOR_POLICY: JSON.stringify(policy) } } },
    },
    'prerender-manifest.json': { version: 4, routes, dynamicRoutes },
    'routes-manifest.json': { version: 3, headers: rules },
    'server/built-code.json': { scripts: [], dataImages: false, documents: {}, version, ...record },
  };
  return Object.fromEntries([
    ['.next/BUILD_ID', 'a'],
    ...Object.entries(json).map(([name, content]) => [`.next/${name}`, JSON.stringify(content)]),
    ...Object.entries(documents).map(([name, html]) => [`.next/server/${name}`, html]),
  ]) as Record<string, string>;
}
