/**
 * The HTTP status of what last came from this page's own address: the document, a navigation or an action.
 * `undefined`: the browser does not tell.
 */
export function latestStatus(): number | undefined {
  const answers = performance.getEntries().filter((entry): entry is PerformanceResourceTiming => {
    const isAnswer = entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'link';
    return isAnswer && new URL(entry.name).pathname === location.pathname;
  });
  return answers.at(-1)?.responseStatus || undefined;
}
