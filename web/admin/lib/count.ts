/** '1 order', '18 orders'. @param many for a word that takes more than an s */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
