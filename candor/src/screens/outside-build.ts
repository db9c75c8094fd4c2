import nextError from 'next/error.js';
import { words } from '../shared/words/en.js';
import { wordsOfEachPage } from '../shared/words/of-each-page.js';

// The texts of a build without settings, for where no build inlines the names of inlined.d.ts, as in a team's tests. A bundler drops
// this module, because package.json does not list it under `sideEffects`.
const texts = {
  CANDOR_OUTSIDE_BUILD: 'yes',
  CANDOR_RELEASE: '',
  CANDOR_TITLE_END: '',
  CANDOR_LANG: 'en',
  CANDOR_LANGUAGES: '',
  ...wordsOfEachPage(words),
  CANDOR_HOME: '/',
  CANDOR_ICON: '',
  CANDOR_TUNNEL: '/monitoring',
  CANDOR_FEEDBACK: 'yes',
  CANDOR_UNSTABLE: 'catchError' in nextError ? '' : 'unstable_',
  CANDOR_SDK_VERSION: '',
  CANDOR_ASSETS: '',
  CANDOR_STYLESHEET: 'data:text/css,',
};

for (const [name, text] of Object.entries(texts)) if (!(name in globalThis)) Reflect.set(globalThis, name, text);
