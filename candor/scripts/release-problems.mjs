// @ts-check

/**
 * Why a version cannot be published under a tag: sentences, each with what to do.
 * @param {{ tag: string, version: string, changelog: string }} release
 */
export function releaseProblems({ tag, version, changelog }) {
  const problems = [];
  if (tag !== `v${version}`)
    problems.push(`The tag is ${tag || 'missing'}, and candor/package.json has ${version}: tag v${version}.`);
  const [newest = '', next = ''] = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  const isOf = (/** @type {string} */ heading) => heading.split(' ')[0] === version;
  if (newest === 'Unreleased' && isOf(next))
    problems.push('candor/CHANGELOG.md has entries under Unreleased: move them under the version.');
  else if (!isOf(newest))
    problems.push(
      `candor/CHANGELOG.md begins with "${newest}": it needs a heading "## ${version}", with what changes.`,
    );
  return problems;
}
