export type Theme = 'light' | 'dark';

// As `theme`, `color-mode` or `mui-color-scheme`.
const cookie =
  /(?:^|;\s*)[\w.-]{0,40}(?:theme|mode|scheme)[\w.-]{0,40}=(?:"|%22)?(light|dark)(?:"|%22)?(?=\s*(?:;|$))/i;

export function themeInCookies(cookies = ''): Theme | undefined {
  return cookie.exec(cookies)?.[1]?.toLowerCase() as Theme | undefined;
}
