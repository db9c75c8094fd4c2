import postcss from 'postcss';
import parseValue from 'postcss-value-parser';
import type { Look } from '../../shared/look.js';

/** The same look for a document that may load nothing: of its font only the rules that need no file, which give another font its size. */
export function selfContained(look: Look): Look {
  return { ...look, ...(look.font && { font: withGeneric(look.font) }), faces: facesOfDevice(look.faces ?? '') };
}

const generic = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|math)$/i;

/** Where no font of the list is there, browsers would take one with serifs. */
function withGeneric(family: string): string {
  const names = parseValue(family).nodes.filter(({ type }) => type === 'word');
  return names.some(({ value }) => generic.test(value)) ? family : `${family},system-ui,sans-serif`;
}

function facesOfDevice(faces: string): string {
  const root = postcss.parse(faces);
  root.walkAtRules('font-face', (rule) => {
    if (/url\(/i.test(rule.toString())) rule.remove();
  });
  return root.toString();
}
