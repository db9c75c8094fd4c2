/** As the site's own titles end. */
export function documentTitle(title: string): string {
  return title + CANDOR_TITLE_END;
}
