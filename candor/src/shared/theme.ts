// What of `<html>` belongs to the theme: the class `light` or `dark`, `data-theme`, `data-mode`, and an inline `color-scheme`.
// https://www.w3.org/TR/css-color-adjust-1/#color-scheme-prop

export type Theme = 'light' | 'dark';

/**
 * The script of the documents that Candor makes, which puts the visitor's stored theme in force before anything is shown. It is the
 * same for every visitor, so that its hash can permit it.
 *
 * React clears the attributes of `<html>` where it shows a layout in place of such a document, and runs none of the layout's inline
 * scripts: the theme is put in force again then. As soon as the page takes one of the attributes away, the others go as well.
 * @param key of the item in `localStorage`, or of the cookie: characters that a cookie's name may have
 */
export function themeScript(key: string): string {
  return `${program}(${JSON.stringify(key)})`;
}

const program = [
  '(function(k){',
  'var e=document.documentElement,c=e.classList,d=e.dataset,n=0,t;',
  'function g(f){try{return f()}catch(_){return null}}',
  'function s(){',
  'var v=g(function(){return localStorage.getItem(k)})||',
  'g(function(){return decodeURIComponent(("; "+document.cookie).split("; "+k+"=")[1].split(";")[0])});',
  't=(/^"?(light|dark)"?$/.exec(v||"")||[])[1];',
  'if(!t)return;',
  'c.remove(t=="dark"?"light":"dark");c.add(t);d.theme=d.mode=e.style.colorScheme=t;',
  'document.querySelectorAll("meta[name=theme-color][media*=prefers-color-scheme]").forEach(function(m){',
  'm.setAttribute("media",~m.getAttribute("media").indexOf(t)?"all":"not all")',
  '})}',
  's();',
  't&&new MutationObserver(function(r,o){',
  'if(!d.mode&&9>n++)return s();', // React has cleared them.
  'if(!t||c.contains(t)&&d.theme==t)return;',
  'o.disconnect();',
  'c.remove(t);',
  'if(d.theme==t)delete d.theme;',
  'delete d.mode;',
  'if(!r.some(function(r){return r.attributeName=="style"}))e.style.colorScheme=""',
  '}).observe(e,{attributes:true})',
  '})',
].join('');

/**
 * Reads the stored theme from a request, for a browser that runs no scripts.
 * @param cookies the header `Cookie`
 */
export function themeInCookies(cookies: string | undefined, key: string): Theme | undefined {
  const start = `${key}=`;
  const cookie = cookies?.split(/; */).find((each) => each.startsWith(start));
  const [, theme] = /^(?:"|%22)?(light|dark)(?:"|%22)?$/i.exec(cookie?.slice(start.length) ?? '') ?? [];
  return theme as Theme | undefined;
}
