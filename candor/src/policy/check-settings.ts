import { isRecord } from '../shared/is-record.js';
import { modes, openerPolicies, resourcePolicies, type PolicyWithParts } from './settings.js';
import { directiveNames, isDirective, problemOfSource } from './sources.js';

/** Returns sentences without their start, the name of the setting. */
type Check = (value: unknown) => string[];

const notDirective = `is not a directive that accepts sources; expected one of ${directiveNames}`;

const checks: Record<keyof PolicyWithParts, Check> = {
  mode: oneOf(modes),
  crossOriginOpenerPolicy: oneOf(openerPolicies),
  crossOriginResourcePolicy: oneOf(resourcePolicies),
  sources: lists(isDirective, notDirective, problemOfSource),
  permissionsPolicy: lists(
    (feature) => /^[a-z]+(-[a-z]+)*$/.test(feature),
    'is not the name of a feature; use one such as "camera"',
    (_, source) =>
      allowed.test(source) ? undefined : 'is not an origin; use "self", "*" or an origin such as https://example.org',
  ),
};

const allowed = /^(self|\*|https?:\/\/(\*\.)?[a-z\d.-]+(:\d{1,5})?)$/i;

/** JavaScript has no types, and types do not describe syntax. */
export function problemsOfPolicy(policy: unknown): string[] {
  if (!isRecord(policy)) return checks.mode(policy).map((says) => `policy${says}.`);
  return ['mode', ...Object.keys(policy).filter((name) => name !== 'mode')].flatMap((name) => {
    const check = new Map<string, Check>(Object.entries(checks)).get(name);
    if (check === undefined) return `policy.${name} is unknown; expected one of ${Object.keys(checks).join(', ')}.`;
    const value = new Map(Object.entries(policy)).get(name);
    return value === undefined && name !== 'mode' ? [] : check(value).map((says) => `policy.${name}${says}.`);
  });
}

const shown = (value: unknown) => JSON.stringify(value) ?? String(value);

function oneOf(known: readonly string[]): Check {
  return (value) =>
    known.some((each) => each === value) ? [] : [` ${shown(value)} must be one of ${known.join(', ')}`];
}

function lists(
  isName: (name: string) => boolean,
  noName: string,
  problemOf: (name: string, text: string) => string | undefined,
): Check {
  return (value) => {
    if (!isRecord(value)) return [` ${shown(value)} must be an object of arrays, { name: [ … ] }`];
    return Object.entries(value).flatMap(([name, list]) => {
      const at = `['${name}']`;
      if (!isName(name)) return [`${at} ${noName}`];
      if (!Array.isArray(list)) return [`${at} ${shown(list)} must be an array of strings`];
      return list.flatMap((text: unknown) => {
        const says = typeof text === 'string' ? problemOf(name, text) : 'must be a string';
        return says === undefined ? [] : [`${at} ${shown(text)} ${says}`];
      });
    });
  };
}
