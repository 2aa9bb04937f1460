package dev.coppice;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;

/**
 * Reads all settings when the application starts. An invalid value fails the deployment with the name of the setting.
 */
@Singleton
@Startup
public class SettingsCheck {
    @Inject
    private BeanManager beans;

    @PostConstruct
    void readAll() {
        for (var bean : beans.getBeans(Object.class, Any.Literal.INSTANCE)) {
            if (bean.getStereotypes().contains(SettingsGroup.class)) {
                beans.getReference(bean, bean.getBeanClass(), beans.createCreationalContext(bean));
            }
        }
    }
}
