// Makes an element with its properties.

export const element = (tag, properties) => Object.assign(document.createElement(tag), properties);
