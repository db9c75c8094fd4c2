/** Whether Next clears this document in the browser, to show a screen. */
export const isCleared = (html: string): boolean => /<html[^>]* id="__next_error__"/.test(html);

/**
 * A script for such a document with a screen of Candor's: where Next shows nothing, or its bare fallback, the screen comes back before
 * anything is painted. A layout and a `global-error` have an `<html>` of their own, without that id: they end the watch. The bare
 * fallback stays React's, as the element around the screen, so that a navigation takes both away.
 */
export const keepScreen = [
  '(function(){',
  'var d=document,n=0,m,k,t,f;',
  'if(d.documentElement.id!="__next_error__")return;',
  'new MutationObserver(function(r,o){',
  'if(!m){',
  'if(m=d.querySelector("main.candor"))k=d.head.querySelectorAll("meta,title"),t=d.title;',
  'return}',
  'if(d.documentElement.id!="__next_error__")return m.remove(),o.disconnect();',
  'if(m.isConnected)return;',
  'f=d.querySelector(".next-error-h1");',
  'if(n++>9||!f&&[].some.call(d.body.children,function(e){',
  'return!e.matches("script,style,link,template,noscript,[hidden],next-route-announcer")',
  '}))return o.disconnect();',
  'if(f)f=f.parentNode.parentNode,f.removeAttribute("style"),f.replaceChildren(m),d.title=t;',
  'else d.head.append.apply(d.head,k),d.body.append(m);',
  'f=m.querySelector("h1"),f.tabIndex=-1,f.focus()', // As each screen does: a screen reader continues here.
  '}).observe(d,{childList:true,subtree:true})',
  '})()',
].join('');
