// The build replaces each of these names by its text, wherever code has it: in the browser a setting costs as much as a
// literal. `process.env` would cost each module a few bytes more. build/inlined-settings.ts has the texts.

/** Empty in every build. */
declare const CANDOR_OUTSIDE_BUILD: 'yes' | '';
declare const CANDOR_RELEASE: string;
/** The end of titles: the site's name after a separator, or nothing. */
declare const CANDOR_TITLE_END: string;
declare const CANDOR_LANG: string;
/** `Languages` as JSON. Empty: the words of this build are in one language, and Candor's own. */
declare const CANDOR_LANGUAGES: string;
// Words in the site's default language, which every page loads.
declare const CANDOR_WORDS_FAILED: string;
declare const CANDOR_WORDS_NOT_YOURS: string;
declare const CANDOR_WORDS_IF_SENT: string;
declare const CANDOR_WORDS_QUOTE: string;
declare const CANDOR_WORDS_AGAIN: string;
declare const CANDOR_WORDS_HOME: string;
declare const CANDOR_WORDS_UPDATED: string;
declare const CANDOR_WORDS_RELOAD: string;
declare const CANDOR_WORDS_UNREACHABLE: string;
// As a browser requests them, with `basePath`. No icon: an empty text.
declare const CANDOR_HOME: string;
declare const CANDOR_ICON: string;
declare const CANDOR_TUNNEL: string;
/** Screens ask for a visitor's words. */
declare const CANDOR_FEEDBACK: 'yes' | '';
declare const CANDOR_STYLESHEET: string;
/** The start of the addresses of the build's files: a path, or another origin, without a trailing slash. */
declare const CANDOR_ASSETS: string;
/** The prefix that older versions of Next give to newer features: `unstable_retry` became `retry`. */
declare const CANDOR_UNSTABLE: 'unstable_' | '';
/** The version of the SDK, the key of its part of the global object. */
declare const CANDOR_SDK_VERSION: string;
// On the server only. What may be done is not empty.
declare const CANDOR_POLICY: string;
declare const CANDOR_ERROR_PAGE: string;
declare const CANDOR_SOURCE_CONTEXT: 'yes' | '';
declare const CANDOR_PUBLIC_COUNTERS: 'yes' | '';
declare const CANDOR_VERSIONS: string;
