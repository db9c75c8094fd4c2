import { html as names, TokenizerMode, type Token, type Tokenizer } from 'parse5';
import { LinearTokenizer } from '../internals/linear-tokenizer.js';

type InlineScript = { text: string; nonce: string | undefined };

/** The parts of a document that its policy has to permit. */
export type InlineCode = {
  /** The scripts that a browser would run. */
  scripts: InlineScript[];
  /** It shows pictures by `data:` URLs, as next/image does before the picture is there. */
  hasDataImages: boolean;
  /** The names of its event handler attributes. No policy without `unsafe-inline` lets them run. */
  handlers: Set<string>;
};

const { TAG_ID: tags } = names;

// In characters. A document of this length takes about a second, once.
const maxLength = 16 * 1024 * 1024;

/**
 * Reads an HTML document, or the start of one. A browser may read broken markup differently. That can block a script and never
 * permit one, because a policy permits scripts by their texts.
 * @throws RangeError if it is longer than 16 Mi characters
 */
export function inlineCode(html: string): InlineCode {
  if (html.length > maxLength) throw new RangeError(`a document of ${html.length} characters is too long to be read`);
  const found: InlineCode = { scripts: [], hasDataImages: false, handlers: new Set() };
  const reader = createMarkupReader({
    onStartTag({ attrs }) {
      for (const { name, value } of attrs) {
        if (/^on[a-z]+$/.test(name)) found.handlers.add(name);
        found.hasDataImages ||= value.includes('data:image/');
      }
    },
    onScript: ({ text, nonce }) => void found.scripts.push({ text, nonce }),
  });
  reader.write(html, true);
  return found;
}

type MarkupHandler = {
  onStartTag: (tag: Token.TagToken) => void;
  /** At the end of each inline script that a browser would run. Its place is that of its start tag, if places are asked for. */
  onScript: (script: InlineScript & { place: { startOffset: number; endOffset: number } | null }) => void;
};

/**
 * Reads markup, which may come in parts, in one pass over its tokens: building a tree takes quadratic time where markup is nested
 * deeply.
 * @public It is loaded by `require`.
 */
export function createMarkupReader(
  handler: MarkupHandler,
  { withPlaces = false } = {},
): { write: (html: string, isLast: boolean) => void } {
  const ignore = () => {};
  let script: InlineScript | undefined;
  let place: Token.TagToken['location'] = null;
  let foreignDepth = 0; // In <svg> and <math> a tag may close itself.
  const onText = ({ chars }: Token.CharacterToken) => {
    if (script) script.text += chars;
  };
  const tokenizer: Tokenizer = new LinearTokenizer(
    { sourceCodeLocationInfo: withPlaces },
    {
      onStartTag(tag) {
        const { tagID, attrs, selfClosing } = tag;
        handler.onStartTag(tag);
        if (foreignDepth > 0 && selfClosing) return;
        if (isForeign(tagID)) foreignDepth += 1;
        tokenizer.inForeignNode = foreignDepth > 0;
        tokenizer.state = textModes.get(tagID) ?? tokenizer.state;
        if (tagID !== tags.SCRIPT) return;
        script = inlineScript(attrs);
        place = tag.location;
      },
      onEndTag({ tagID }) {
        if (isForeign(tagID) && foreignDepth > 0) foreignDepth -= 1;
        tokenizer.inForeignNode = foreignDepth > 0;
        if (tagID === tags.SCRIPT && script) handler.onScript({ ...script, place });
        script = undefined;
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore, // A script without its end does not run.
    },
  );
  return tokenizer;
}

/** How a browser reads the content of an element. In <noscript> it may read elements. */
const textModes = new Map<names.TAG_ID, Tokenizer['state']>([
  [tags.SCRIPT, TokenizerMode.SCRIPT_DATA],
  [tags.TEXTAREA, TokenizerMode.RCDATA],
  [tags.TITLE, TokenizerMode.RCDATA],
  [tags.PLAINTEXT, TokenizerMode.PLAINTEXT],
  [tags.STYLE, TokenizerMode.RAWTEXT],
  [tags.IFRAME, TokenizerMode.RAWTEXT],
  [tags.XMP, TokenizerMode.RAWTEXT],
  [tags.NOEMBED, TokenizerMode.RAWTEXT],
  [tags.NOFRAMES, TokenizerMode.RAWTEXT],
]);

const isForeign = (tag: names.TAG_ID) => tag === tags.SVG || tag === tags.MATH;

// Of any other type it is data, such as `application/ld+json`: https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type
/** Matches the types of scripts that run. */
export const isRun =
  /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script|text\/(jscript|livescript|javascript1\.[0-5]))$/i;

/** `undefined`: a browser loads the script's text, or does not run it. */
function inlineScript(attributes: Token.Attribute[]): InlineScript | undefined {
  const valueOf = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  if (valueOf('src') !== undefined || !isRun.test(valueOf('type')?.trim() ?? '')) return undefined;
  return { text: '', nonce: valueOf('nonce') };
}
