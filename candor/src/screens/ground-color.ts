/** The colour behind the text of an element, as it is shown now. `undefined`: nothing around it has one. */
export function groundColor(element: Element | null = document.body): string | undefined {
  for (let each = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each);
    if (backgroundColor !== '' && backgroundColor !== 'transparent' && !/^rgba\(.*, 0\)$/.test(backgroundColor))
      return backgroundColor;
  }
  return undefined;
}
