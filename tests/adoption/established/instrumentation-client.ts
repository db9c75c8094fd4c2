performance.mark('of-the-team');
