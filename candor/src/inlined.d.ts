// The build replaces each of these names by its text, wherever code has it: in the browser a setting costs as much as a
// literal. `process.env` would cost each module a few bytes more. build/inlined-settings.ts has the texts.

/** Empty in every build. */
declare const CANDOR_OUTSIDE_BUILD: 'yes' | '';
/** The name of the build, whatever environment the server starts with. */
declare const CANDOR_RELEASE: string;
/** The end of titles: the site's name after a separator, or nothing. */
declare const CANDOR_TITLE_END: string;
/** The default language of the site. */
declare const CANDOR_LANG: string;
/** `Languages` as JSON. Empty: the words of this build are in one language, and Candor's own. */
declare const CANDOR_LANGUAGES: string;
// Words in the default language that every page loads: shared/words/en.ts has them all.
declare const CANDOR_WORDS_FAILED: string;
declare const CANDOR_WORDS_NOT_YOURS: string;
declare const CANDOR_WORDS_IF_SENT: string;
declare const CANDOR_WORDS_QUOTE: string;
declare const CANDOR_WORDS_AGAIN: string;
declare const CANDOR_WORDS_HOME: string;
declare const CANDOR_WORDS_UPDATED: string;
declare const CANDOR_WORDS_RELOAD: string;
declare const CANDOR_WORDS_UNREACHABLE: string;
// These three are as a browser requests them, with `basePath`. No icon: an empty text.
declare const CANDOR_HOME: string;
declare const CANDOR_ICON: string;
declare const CANDOR_TUNNEL: string;
/** The start of the addresses of the build's files: a path, or another origin, without a trailing slash. */
declare const CANDOR_ASSETS: string;
/** The address of the stylesheet of the screens. */
declare const CANDOR_STYLESHEET: string;
/** The prefix that older versions of Next give to newer features: `unstable_retry` became `retry`. */
declare const CANDOR_UNSTABLE: 'unstable_' | '';
/** The version of the SDK, the key of its part of the global object. */
declare const CANDOR_SDK_VERSION: string;
/** On the server: the settings of the policy, as JSON. Empty: the team has not turned it on. */
declare const CANDOR_POLICY: string;
/** On the server: the path of Next's page for its error screen, with `basePath`. */
declare const CANDOR_ERROR_PAGE: string;
/** On the server: whether events may have source text. Empty: they may not. */
declare const CANDOR_SOURCE_CONTEXT: 'yes' | '';
/** On the server: whether the screens ask a visitor for words. Empty: they do not. */
declare const CANDOR_FEEDBACK: 'yes' | '';
/** On the server: whether a request that a proxy has passed on gets the counters. Empty: it does not. */
declare const CANDOR_PUBLIC_COUNTERS: 'yes' | '';
/** On the server: the versions that the build found, by the names of their packages, as JSON. */
declare const CANDOR_VERSIONS: string;
