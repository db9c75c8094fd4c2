/** @jsxImportSource @emotion/react */
'use client';

import { css } from '@emotion/react';
import { toast as hotToast, Toaster as HotToaster } from 'react-hot-toast';
import { toast, Toaster } from 'sonner';
import styled from 'styled-components';
import { Page } from '../../parts/page';

const Styled = styled.p`
  color: green;
`;

const green = css`
  color: green;
`;

/** Without what the libraries ask for on the server: the browser inserts their styles, and emotion writes some into the page. */
export default function CssInJs() {
  return (
    <Page title="CSS in JS">
      <Styled className="by-styled-components">styled-components</Styled>
      <p className="by-emotion" css={green}>
        emotion
      </p>
      <Toaster />
      <HotToaster />
      <button onClick={() => toast('By sonner')}>Sonner</button>
      <button onClick={() => hotToast('By react-hot-toast')}>Hot</button>
    </Page>
  );
}
