/** @jsxImportSource @emotion/react */
'use client';

import { css } from '@emotion/react';
import styled from 'styled-components';
import { Page } from '../../parts/page';

const Styled = styled.p`
  color: green;
`;

const green = css`
  color: green;
`;

/** Without what either library asks for on the server: the browser inserts their styles, and emotion writes some into the page. */
export default function CssInJs() {
  return (
    <Page title="CSS in JS">
      <Styled className="by-styled-components">styled-components</Styled>
      <p className="by-emotion" css={green}>
        emotion
      </p>
    </Page>
  );
}
