'use client';

import { useTheme } from 'next-themes';

export function ThemeName() {
  return <span>{useTheme().theme}</span>;
}
