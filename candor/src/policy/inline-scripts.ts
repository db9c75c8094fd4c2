export type InlineScript = { text: string; nonce: string | undefined };

// What a browser reads as text up to its end: no script begins inside.
const start = /<!--|<(script|style|textarea|title|iframe|xmp|noembed|noframes)(?=[\s/>])/gi;
const attribute = /[\s/]*(?:([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*|(?=>))))?|>)/y;

// Any other type is data, such as `application/ld+json`: https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type
const runs =
  /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.[0-5]))$/i;

/**
 * Finds the inline scripts of an HTML document, or of its start, in one pass that never goes back. A browser may read broken markup
 * differently, which can block a script but never permit one: a policy permits known texts alone.
 */
export function inlineScripts(html: string): InlineScript[] {
  const found: InlineScript[] = [];
  start.lastIndex = 0;
  for (let tag = start.exec(html); tag; tag = start.exec(html)) {
    const [, name] = tag;
    const attributes = new Map<string, string>();
    let at = start.lastIndex;
    for (let isOpen = name !== undefined; isOpen;) {
      attribute.lastIndex = at;
      const next = attribute.exec(html);
      if (next === null) return found; // The document ends in this tag.
      const [, key, double, single, bare = ''] = next;
      if (key === undefined) isOpen = false;
      else if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), double ?? single ?? bare);
      at = attribute.lastIndex;
    }
    const end = endOf(name ?? '-->');
    end.lastIndex = name === undefined ? at - 2 : at; // `<!-->` is a comment.
    const closing = end.exec(html);
    if (closing === null) return found; // A script without its end does not run.
    if (name?.toLowerCase() === 'script' && !attributes.has('src') && runs.test(attributes.get('type')?.trim() ?? ''))
      found.push({ text: html.slice(at, closing.index).replace(/\r\n?/g, '\n'), nonce: attributes.get('nonce') });
    start.lastIndex = end.lastIndex;
  }
  return found;
}

const ends = new Map<string, RegExp>([['-->', /-->/g]]);

function endOf(name: string): RegExp {
  const end = ends.get(name) ?? new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  ends.set(name, end);
  return end;
}
