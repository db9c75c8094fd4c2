import type { BuiltPolicy } from '../../../candor/src/policy/settings';

type Build = {
  config?: object;
  /** `undefined`: it was made without the policy. */
  policy?: BuiltPolicy | undefined;
  routes?: Record<string, object>;
  dynamicRoutes?: Record<string, object>;
  rules?: object[];
};

/** The files of a small build by their paths, as Next writes them. @param files further ones, relative to its folder */
export function aBuild(files: Record<string, string>, build: Build = {}): Record<string, string> {
  const { config, policy = { policy: 'enforce' }, routes = {}, dynamicRoutes = {}, rules = [] } = build;
  const isWithout = 'policy' in build && build.policy === undefined;
  const compiler = isWithout ? {} : { defineServer: { CANDOR_POLICY: JSON.stringify(policy) } };
  const all = {
    BUILD_ID: 'a',
    'required-server-files.json': JSON.stringify({
      relativeAppDir: '',
      config: { basePath: '', distDir: '.next', compiler, ...config },
    }),
    'prerender-manifest.json': JSON.stringify({ routes, dynamicRoutes }),
    'routes-manifest.json': JSON.stringify({ headers: rules }),
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`.next/${path}`, text]));
}
