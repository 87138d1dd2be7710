module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    // The theme's breakpoints (src/shared/theme/theme.ts), which media queries can not read from variables.
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-xs': '37.5em',
        'mantine-breakpoint-sm': '60em',
        'mantine-breakpoint-md': '80em',
        'mantine-breakpoint-lg': '120em',
        'mantine-breakpoint-xl': '160em',
      },
    },
  },
}
