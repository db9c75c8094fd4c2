'use client';

import { createContext, useContext, useState } from 'react';

const Theme = createContext<{ theme: string; setTheme: (theme: string) => void }>({ theme: 'system', setTheme() {} });

function applyTheme(key: string, attribute: string) {
  try {
    document.documentElement.setAttribute(attribute, localStorage.getItem(key) || 'system');
  } catch {
    document.documentElement.setAttribute(attribute, 'system');
  }
}

/** As the packages for themes do it: the function's own text becomes a script. */
export function ThemeProvider({ children, nonce }: { children: React.ReactNode; nonce?: string }) {
  const [theme, setTheme] = useState('system');
  return (
    <Theme.Provider value={{ theme, setTheme }}>
      <script
        suppressHydrationWarning
        nonce={nonce}
        dangerouslySetInnerHTML={{ __html: `(${applyTheme.toString()})("theme","data-theme")` }}
      />
      {children}
    </Theme.Provider>
  );
}

export function ThemeName() {
  return <span>{useContext(Theme).theme}</span>;
}
