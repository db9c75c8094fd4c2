type Place = [start: number, end: number];

/**
 * Where the members of an object or an array stand in a JSON text, by their names or indexes.
 * @param json was parsed before, so nothing in it is checked
 * @param from where the object or array begins, or the space before it
 * @returns of equal names the last, which `JSON.parse` takes too; empty for any other value
 */
export function membersOf(json: string, from: number): Map<string, Place> {
  const members = new Map<string, Place>();
  const start = skipSpace(json, from);
  const isObject = json[start] === '{';
  if (!isObject && json[start] !== '[') return members;
  let at = skipSpace(json, start + 1);
  for (let index = 0; json[at] !== '}' && json[at] !== ']'; index += 1) {
    let name = String(index);
    if (isObject) {
      const end = endOfText(json, at);
      name = JSON.parse(json.slice(at, end)) as string;
      at = skipSpace(json, skipSpace(json, end) + 1); // The colon.
    }
    const end = endOfValue(json, at);
    members.set(name, [at, end]);
    at = skipSpace(json, end);
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
  return members;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\t' || json[at] === '\r') at += 1;
  return at;
}

function endOfText(json: string, start: number): number {
  let at = start + 1;
  for (; json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
  return at + 1;
}

function endOfValue(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const character = json[at];
    if (character === '"') at = endOfText(json, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (depth === 0) while (/[^\s,\]}]/.test(json[at + 1] ?? ' ')) at += 1; // A number, or a word.
    at += 1;
  } while (depth > 0);
  return at;
}
