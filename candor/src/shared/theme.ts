export type Theme = 'light' | 'dark';

export const isTheme = (text: string): text is Theme => text === 'light' || text === 'dark';

// As `theme`, `color-mode` or `mui-color-scheme`.
const cookie =
  /(?:^|;\s*)[\w.-]{0,40}(?:theme|mode|scheme)[\w.-]{0,40}=(?:"|%22)?(light|dark)(?:"|%22)?(?=\s*(?:;|$))/i;

export function themeInCookies(cookies = ''): Theme | undefined {
  const theme = cookie.exec(cookies)?.[1]?.toLowerCase() ?? '';
  return isTheme(theme) ? theme : undefined;
}
