import { Tokenizer, type Token } from 'parse5';

/** parse5's own method compares each attribute of a tag with all previous ones, to drop duplicates: quadratic time. */
export class LinearTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    (this.currentToken as Token.TagToken).attrs.push(this.currentAttr);
  }
}
