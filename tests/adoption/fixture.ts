import type { Page } from 'playwright/test';
import type { OwnScreen } from './own-screen';

/** An application that was not made for Candor, with what its team does to bring Candor in. */
export type Fixture = {
  /** Makes its files in an empty folder, and installs its packages. Default: a copy of `fixtures/<name>`, and its lock file. */
  make?: (top: string) => Promise<void>;
  /** The path of each page, with the text of its heading. */
  pages: Record<string, string | RegExp>;
  /** Its layout has no style of any kind. */
  unstyled?: true;
  /** Paths that no page has. */
  unknown: string[];
  /** The title of a screen in another language than English, by the path that shows it. */
  speaks?: Record<string, string>;
  /** What a visitor does besides opening pages. */
  visit?: (page: Page, url: string) => Promise<void>;
  /** Where pages that fail are added, and the path at which they are served. */
  fails: { folder: string; path: string };
  /** The same of the Pages Router. */
  failsInPagesRouter?: { folder: string; path: string };
  /** A button of its own that fails in the browser and in a route handler, with the messages of both errors. */
  ownFailure?: { page: string; button: string; route: string; inBrowser: string; onServer: string };
  /** The files that `init` writes, and those that it changes; what a person deletes because it says so; what an install changes is not among them. */
  init: { writes: string[]; changes: string[]; deletes?: string[] };
  /** The text of each file of which `init` only says in words what to do. */
  byHand?: Record<string, string>;
  /** What differs when Candor was taken out again: what was replaced, and what a person would not do again. */
  differs?: string[];
  /** The words of screens of its own, which show no reference. */
  screens?: Screens;
  /** A screen of docs/own-screens.md that it has for some of the pages that fail. */
  ownScreen?: OwnScreen;
};

/** The text by which each is known. */
export type Screens = { inBrowser: string; onServer: string; notFound: string };
